import type { Settings } from '@gatewarden/contract/settings';
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/instant.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { trafficStorageQuery } from '../settings.queries.ts';
import type { SaveQuestion } from './settings-form.tsx';

type Retention = Pick<Settings, 'traffic_detail_days' | 'traffic_history_days'>;

interface Props extends SaveQuestion<Retention> {
  /** The saved times. */
  before: Retention;
}

const dayMilliseconds = 86_400_000;

/** Asks before shorter times delete traffic, with the days that are deleted and their approximate size. */
export function DeleteTrafficDialog({ before, fields, saving, onConfirm, onClose }: Props) {
  const { t } = useTranslation('settings');
  const locale = useLocale();
  const { data: storage } = useQuery(trafficStorageQuery());
  const [now] = useState(() => Date.now());
  const parts = (['detail', 'history'] as const)
    .map((part) => ({ part, from: before[`traffic_${part}_days`], until: fields[`traffic_${part}_days`] }))
    .filter(({ from, until }) => until < from);
  const ago = (days: number) => formatDate(new Date(now - days * dayMilliseconds), locale);
  const perDay = parts.map(({ part }) => storage?.[`${part}_bytes_per_day`]);
  const isKnown = perDay.every((bytes) => typeof bytes === 'number');
  const bytes = parts.reduce((sum, { from, until }, index) => sum + (from - until) * (perDay[index] ?? 0), 0);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={onConfirm}
      confirming={saving}
      title={t('retention.delete.title')}
      confirmLabel={t('retention.delete.action')}
      consequences={
        <Stack gap="sm">
          <List>
            {parts.map(({ part, from, until }) => (
              <List.Item key={part}>
                {t(`retention.delete.${part}`, { from: ago(from), until: ago(until), count: from - until })}
              </List.Item>
            ))}
          </List>
          <Text>
            {isKnown
              ? t('retention.delete.size', { size: formatBytes(Math.min(bytes, storage?.bytes ?? bytes), locale) })
              : t('retention.delete.size_unknown')}
          </Text>
        </Stack>
      }
    />
  );
}
