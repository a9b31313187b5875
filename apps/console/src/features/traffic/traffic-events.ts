import type { ActivityRow } from '@gatewarden/contract/activity-log';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { instantOf } from '../../lib/format/instant.ts';
import type { ChartEvent } from '../../ui/chart/chart-event.ts';

const tones = {
  gateway_connected: 'success',
  gateway_disconnected: 'danger',
  vpn_location_modified: 'info',
} as const;
type MarkedEvent = keyof typeof tones;
/** Events of the activity log that a chart shows. */
export const markedEvents = Object.keys(tones) as MarkedEvent[];

/** Entries of the activity log as events of a chart. */
export function useChartEvents(entries: readonly ActivityRow[] | undefined): ChartEvent[] {
  const { t } = useTranslation('traffic');
  return useMemo(() => (entries ?? []).flatMap((entry) => chartEvent(entry, t)), [entries, t]);
}

function chartEvent({ id, timestamp, event, names, location }: ActivityRow, t: TFunction<'traffic'>): ChartEvent[] {
  if (!isMarked(event)) return [];
  const gateway = names['gateway'] ?? names['hostname'] ?? '–';
  const text = t(`event.${event}`, { gateway, location: location ?? names['after'] ?? '–' });
  return [{ id: String(id), at: instantOf(timestamp), tone: tones[event], text }];
}

function isMarked(event: string): event is MarkedEvent {
  return event in tones;
}
