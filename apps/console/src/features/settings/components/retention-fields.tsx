import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { trafficStorageQuery } from '../settings.queries.ts';

/** As in the contract, whose schemas are loaded later. */
const limits = { detail: { min: 7, max: 92 }, history: { min: 92, max: 1_830 } } as const;

/** Days for which traffic is stored, and the room that it will take. */
export function RetentionFields() {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('retention.title')} text={t('retention.text')}>
      <NumberField
        name="traffic_detail_days"
        label={t('retention.detail')}
        help={t('retention.detail_help')}
        unit={t('retention.days')}
        {...limits.detail}
      />
      <NumberField
        name="traffic_history_days"
        label={t('retention.history')}
        help={t('retention.history_help')}
        unit={t('retention.days')}
        {...limits.history}
      />
      <Forecast />
    </FormSection>
  );
}

/** For the values in the form, also before they are saved, if they are valid. */
function Forecast() {
  const { t } = useTranslation('settings');
  const locale = useLocale();
  const [detailDays, historyDays]: readonly unknown[] = useWatch({
    name: ['traffic_detail_days', 'traffic_history_days'],
  });
  const { data } = useQuery(trafficStorageQuery());
  if (!data) return null;
  const now = formatBytes(data.bytes, locale);
  const { detail_bytes_per_day: detail, history_bytes_per_day: history } = data;
  const isValid = isWithin(detailDays, limits.detail) && isWithin(historyDays, limits.history);
  const isKnown = detail !== null && history !== null;
  return (
    <Text c="dimmed" role="status">
      {!isKnown
        ? t('retention.too_early', { now })
        : isValid
          ? t('retention.forecast', {
              now,
              expected: formatBytes(detail * detailDays + history * historyDays, locale),
            })
          : t('retention.now', { now })}
    </Text>
  );
}

function isWithin(days: unknown, { min, max }: { readonly min: number; readonly max: number }): days is number {
  return typeof days === 'number' && Number.isInteger(days) && days >= min && days <= max;
}
