import type { RuleHits } from '@gatewarden/contract/access';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';

/** How much a rule decided in the last 30 days, in one line; null: nothing. */
export function RuleHitsText({ hits }: { hits: RuleHits | null }) {
  const { t } = useTranslation('access');
  const locale = useLocale();
  if (!hits) return <Text c="dimmed">{t('hits.none')}</Text>;
  return (
    <Text c="dimmed">
      {t('hits.text', {
        count: hits.packets,
        packets: formatCount(hits.packets, locale),
        bytes: formatBytes(hits.bytes, locale),
      })}{' '}
      {t('hits.last')} <RelativeTime at={hits.last_hit} />
    </Text>
  );
}
