import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { generic } from './generic.ts';
import { gitlab } from './gitlab.ts';
import { grafana } from './grafana.ts';
import type { Guide } from './guide.ts';
import { kubernetes } from './kubernetes.ts';
import { nextcloud } from './nextcloud.ts';
import { nginx } from './nginx.ts';
import { oauth2Proxy } from './oauth2-proxy.ts';
import { proxmox } from './proxmox.ts';

/** In display order; the other application last. */
export const products = [
  'grafana',
  'gitlab',
  'nextcloud',
  'proxmox',
  'kubernetes',
  'nginx',
  'oauth2-proxy',
  'generic',
] as const;
export type Product = (typeof products)[number];

export const guides: Readonly<Record<Product, Guide>> = {
  grafana,
  gitlab,
  nextcloud,
  proxmox,
  kubernetes,
  nginx,
  'oauth2-proxy': oauth2Proxy,
  generic,
};

/** The product whose redirect URLs the application has; `generic` if no other fits. */
export function productOf({ redirect_uri: uris, name }: Pick<OpenidApp, 'redirect_uri' | 'name'>): Product {
  const isNamed = (product: Product) => name.toLowerCase().includes(product);
  const fitting = products.filter((product) => product !== 'generic' && isOf(guides[product], uris));
  // a bare address fits Proxmox only by its port or name, and nginx and oauth2-proxy have the same redirect URL
  const distinct = fitting.filter((product) => product !== 'proxmox' || uris.some((uri) => uri.includes(':8006')));
  return fitting.find(isNamed) ?? distinct[0] ?? products.find(isNamed) ?? 'generic';
}

function isOf({ redirects }: Guide, uris: readonly string[]): boolean {
  return uris.some((uri) => {
    const origin = URL.parse(uri)?.origin ?? '';
    return redirects(origin).includes(uri.replace(/\/$/, ''));
  });
}
