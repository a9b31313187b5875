import { getConnectedUsers, getLocationStats, getStats } from '@gatewarden/contract/calls';
import type { ConnectedUsers, NetworkStats } from '@gatewarden/contract/traffic';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { type WindowHours, windowStart } from './time-window.ts';

/** An answer with the window it is about: while another window is fetched, the former one stays on the screen. */
export interface WindowedAnswer<Body> {
  hours: WindowHours;
  /** When it arrived, which is where its window ends. */
  at: Date;
  body: Body;
}

export type Traffic = WindowedAnswer<NetworkStats>;
export type Connected = WindowedAnswer<ConnectedUsers>;

/** The window moves on though nothing may happen. Not while the page is hidden. */
const refetchInterval = 30_000;

async function fetchWindow<Body>(
  hours: WindowHours,
  ask: (from: string) => Promise<Body>,
): Promise<WindowedAnswer<Body>> {
  const body = await ask(windowStart(hours, new Date()));
  return { hours, at: new Date(), body };
}

/** Traffic and active people and devices of all locations. */
export const statsQuery = (hours: WindowHours) =>
  queryOptions({
    queryKey: ['traffic', 'stats', hours],
    queryFn: ({ signal }) => fetchWindow(hours, (from) => call(getStats, { query: { from }, signal })),
    refetchInterval,
    placeholderData: (previous) => previous,
  });

/** As `statsQuery`, of one location. */
export const locationStatsQuery = (id: number, hours: WindowHours) =>
  queryOptions({
    queryKey: ['traffic', 'location', id, hours],
    queryFn: ({ signal }) =>
      fetchWindow(hours, (from) => call(getLocationStats, { params: { id }, query: { from }, signal })),
    refetchInterval,
    placeholderData: (previous, query) => (query?.queryKey[2] === id ? previous : undefined),
  });

/** Who is connected to a location now, with their traffic. */
export const connectedUsersQuery = (id: number, hours: WindowHours) =>
  queryOptions({
    queryKey: ['traffic', 'connected', id, hours],
    queryFn: ({ signal }) =>
      fetchWindow(hours, (from) => call(getConnectedUsers, { params: { id }, query: { from }, signal })),
    refetchInterval,
    placeholderData: (previous, query) => (query?.queryKey[2] === id ? previous : undefined),
  });
