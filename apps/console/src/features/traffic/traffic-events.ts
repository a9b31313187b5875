import { listActivity } from '@gatewarden/contract/calls';
import type { ResponseOf } from '@gatewarden/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { instantOf } from '../../lib/format/instant.ts';
import type { ChartEvent } from '../../ui/chart/chart-event.ts';
import { type WindowHours, windowStart } from './time-window.ts';

type Entry = ResponseOf<typeof listActivity>['data'][number];

const tones = {
  gateway_connected: 'success',
  gateway_disconnected: 'danger',
  vpn_location_modified: 'info',
} as const;
type MarkedEvent = keyof typeof tones;
const markedEvents = Object.keys(tones) as MarkedEvent[];

/**
 * The latest 50 connections of gateways and changes of locations in the window, of one location or of all. Below the
 * topic `locations`, which becomes stale with each of them.
 */
export const trafficEventsQuery = (hours: WindowHours, location: string | undefined) =>
  queryOptions({
    queryKey: ['locations', 'events', hours, location],
    queryFn: ({ signal }) =>
      call(listActivity, {
        query: {
          from: windowStart(hours, new Date()),
          event: markedEvents,
          ...(location !== undefined && { location: [location] }),
        },
        signal,
      }),
    select: ({ data }) => data.toReversed(),
  });

/** Entries of the activity log as events of a chart. */
export function useChartEvents(entries: readonly Entry[] | undefined): ChartEvent[] {
  const { t } = useTranslation('traffic');
  return useMemo(() => (entries ?? []).flatMap((entry) => chartEvent(entry, t)), [entries, t]);
}

function chartEvent({ id, timestamp, event, names, location }: Entry, t: TFunction<'traffic'>): ChartEvent[] {
  if (!isMarked(event)) return [];
  const gateway = names['gateway'] ?? names['hostname'] ?? '–';
  const text = t(`event.${event}`, { gateway, location: location ?? names['after'] ?? '–' });
  return [{ id: String(id), at: instantOf(timestamp), tone: tones[event], text }];
}

function isMarked(event: string): event is MarkedEvent {
  return event in tones;
}
