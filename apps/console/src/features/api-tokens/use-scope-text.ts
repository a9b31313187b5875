import type { Scope } from '@gatewarden/contract/scopes';
import { useTranslation } from 'react-i18next';
import { areaOf } from './area-of.ts';

/** Scopes as text: "Read everything", or "Devices: read and write · Traffic: read". */
export function useScopeText(): (scopes: readonly Scope[]) => string {
  const { t } = useTranslation('api-tokens');
  return (scopes) => {
    if (scopes.includes('write')) return t('access.write');
    if (scopes.includes('read')) return t('access.read');
    return scopes
      .map((scope) => t(scope.endsWith(':write') ? 'scope.write' : 'scope.read', { area: t(`area.${areaOf(scope)}`) }))
      .join(' · ');
  };
}
