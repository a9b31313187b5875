import { DomainError } from '@gatewarden/contract/errors';
import type { Settings } from '@gatewarden/contract/settings';
import { type LogoKind, logoLimits, logoPath } from '@gatewarden/contract/settings.names';
import type { Tx } from '../../../platform/database/database.ts';
import { deleteLogos, findLogoSize } from './logos.queries.ts';

type LogoSettings = Pick<Settings, 'main_logo_url' | 'nav_logo_url'>;

const kinds = { main_logo_url: 'main', nav_logo_url: 'navigation' } as const satisfies Record<
  keyof LogoSettings,
  LogoKind
>;
const fields = Object.keys(kinds) as (keyof LogoSettings)[];

/** The hash of an uploaded logo; undefined for the address of another image. */
export function hashOfLogo(url: string): string | undefined {
  return url.startsWith(logoPath) ? url.slice(logoPath.length) : undefined;
}

export function hashesOf(settings: LogoSettings): string[] {
  return fields.flatMap((field) => hashOfLogo(settings[field]) ?? []);
}

/**
 * Requires that logos which a change sets were uploaded and are not too large, and deletes those that it replaced.
 * @throws logo_not_found, logo_too_large
 */
export async function applyLogos(tx: Tx, before: LogoSettings, after: LogoSettings): Promise<void> {
  for (const field of fields) {
    const hash = hashOfLogo(after[field]);
    if (hash === undefined || after[field] === before[field]) continue;
    const size = await findLogoSize(tx, hash);
    if (!size) throw new DomainError('logo_not_found', { field });
    const { width: max_width, height: max_height } = logoLimits[kinds[field]];
    if (size.width > max_width || size.height > max_height)
      throw new DomainError('logo_too_large', { field, ...size, max_width, max_height });
  }
  const used = hashesOf(after);
  await deleteLogos(
    tx,
    hashesOf(before).filter((hash) => !used.includes(hash)),
  );
}
