import type { addOpenidApp } from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { guides, type Product } from '../guides/guides.ts';
import type { NewAppFields } from './new-app.schema.ts';

export const newApp: NewAppFields = { product: 'generic', name: '', kind: 'web', start_url: '', redirect_uri: [] };

/** Redirect URLs of the product at the address that the user has typed; none while it is incomplete. */
export function redirectsAt(product: Product, address: string): readonly string[] {
  const { redirects, address: example } = guides[product];
  if (example === undefined) return redirects('');
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return [];
  return redirects(`${url.origin}${url.pathname}`.replace(/\/+$/, ''));
}

/** A machine has no users who are redirected. */
export function toRequest({ product, kind, ...fields }: NewAppFields): BodyInputOf<typeof addOpenidApp> {
  const { scope, requires_pkce } = guides[product].template;
  const isMachine = kind === 'machine';
  return {
    name: fields.name,
    kind,
    start_url: isMachine ? '' : fields.start_url,
    redirect_uri: isMachine ? [] : fields.redirect_uri,
    scope: isMachine ? [] : [...scope],
    requires_pkce: kind === 'public' || (kind === 'web' && requires_pkce),
    authentication: kind === 'public' ? 'none' : 'secret',
    enabled: true,
  };
}
