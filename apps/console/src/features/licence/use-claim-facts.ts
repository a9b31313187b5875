import type { LicenceClaims } from '@gatewarden/contract/licence';
import { licensedFeatures } from '@gatewarden/contract/licensed-features';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format/instant.ts';
import { formatCount } from '../../lib/format/quantity.ts';
import { useLocale } from '../../lib/format/use-locale.ts';
import type { Fact } from '../../ui/fact-list.tsx';

const limitKinds = ['users', 'devices', 'locations', 'network_devices'] as const;

/** What a key states, as facts to show. */
export function useClaimFacts(): (claims: LicenceClaims, issuer: string | null) => Fact[] {
  const { t, i18n } = useTranslation('licence');
  const locale = useLocale();
  const listOf = (names: readonly string[]) => new Intl.ListFormat(i18n.language, { type: 'unit' }).format(names);
  const nameOf = (feature: string) => {
    const known = licensedFeatures.find((name) => name === feature);
    return known ? t(`feature.${known}`) : feature;
  };
  return ({ lic_id, customer, type, valid_until, limits, entitlements }, issuer) => [
    { label: t('fact.customer'), value: customer },
    { label: t('fact.type'), value: t(`type.${type}`) },
    {
      label: t('fact.valid_until'),
      value: valid_until === null ? t('no_end') : formatInstant(new Date(valid_until), locale),
    },
    {
      label: t('fact.limits'),
      value:
        listOf(
          limitKinds.flatMap((kind) => {
            const limit = limits[kind];
            return limit === null ? [] : t(`limit.${kind}`, { limit: formatCount(limit, i18n.language) });
          }),
        ) || t('unlimited'),
    },
    {
      label: t('fact.covers'),
      value: entitlements === null ? t('all_features') : listOf(entitlements.map(nameOf)),
    },
    { label: t('fact.issuer'), value: issuer },
    { label: t('fact.id'), value: lic_id, copy: lic_id },
  ];
}
