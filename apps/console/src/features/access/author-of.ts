import type { AccessVersion } from '@gatewarden/contract/access-history';
import type { TFunction } from 'i18next';

/** The user who caused the version, or the expiry of rules; a dash if the product caused it for another reason. */
export function authorOf({ kind, username }: Pick<AccessVersion, 'kind' | 'username'>, t: TFunction<'access'>): string {
  return kind === 'expired' ? t('history.expiry') : (username ?? '–');
}
