import type { AccessVersion } from '@gatewarden/contract/access-history';
import type { TFunction } from 'i18next';
import { listed } from './describe-rule.ts';

/** Names what a version changed, at most five of each kind. */
export function summarizeVersion(version: AccessVersion, t: TFunction<'access'>, language: string): string {
  return (['added', 'modified', 'deleted', 'expired'] as const)
    .flatMap((change) => {
      const named = version.changes
        .filter((each) => each.change === change)
        .map(({ object, name }) => nameOf(object, name, t));
      return named.length === 0 ? [] : t(`history.change.${change}`, { names: listed(named, t, language) });
    })
    .join(' · ');
}

function nameOf(object: AccessVersion['changes'][number]['object'], name: string, t: TFunction<'access'>): string {
  switch (object) {
    case 'rule':
      return name;
    case 'alias':
      return t('deploy.alias', { alias: name });
    default:
      return t(`history.${object}`, { name });
  }
}
