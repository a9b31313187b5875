import {
  getConnectedUsers,
  getLocationStats,
  getStats,
  listActivity,
  listLocationDevices,
  listTopDevices,
} from '@gatewarden/contract/calls';
import type { ConnectedUsers, NetworkStats } from '@gatewarden/contract/traffic';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { TimeRange } from '../../ui/chart/traffic-chart.tsx';
import { parseSort } from '../../ui/table/column.ts';
import { type WindowHours, windowStart } from './time-window.ts';
import { markedEvents } from './traffic-events.ts';

/** A response with its window: while another window loads, the previous one is shown. */
export interface WindowedAnswer<Body> {
  hours: WindowHours;
  /** Time of the response, the end of its window. */
  at: Date;
  body: Body;
}

export type Traffic = WindowedAnswer<NetworkStats>;
export type Connected = WindowedAnswer<ConnectedUsers>;

/** The window moves with time, also without events. No refetch while the page is hidden. */
const refetchInterval = 30_000;

async function fetchWindow<Body>(
  hours: WindowHours,
  ask: (from: string) => Promise<Body>,
): Promise<WindowedAnswer<Body>> {
  const body = await ask(windowStart(hours, new Date()));
  return { hours, at: new Date(), body };
}

/** Traffic, active users and active devices of all locations. */
export const statsQuery = (hours: WindowHours) =>
  queryOptions({
    queryKey: ['traffic', 'stats', hours],
    queryFn: ({ signal }) => fetchWindow(hours, (from) => call(getStats, { query: { from }, signal })),
    refetchInterval,
    placeholderData: (previous) => previous,
  });

/** Like `statsQuery`, for one location. */
export const locationStatsQuery = (id: number, hours: WindowHours) =>
  queryOptions({
    queryKey: ['traffic', 'location', id, hours],
    queryFn: ({ signal }) =>
      fetchWindow(hours, (from) => call(getLocationStats, { params: { id }, query: { from }, signal })),
    refetchInterval,
    placeholderData: (previous, query) => (query?.queryKey[2] === id ? previous : undefined),
  });

/** Devices with the most traffic in the window, or in a part of it; the server ranks them every five minutes. */
export const topDevicesQuery = (hours: WindowHours, part: TimeRange | undefined, locationId: number | undefined) =>
  queryOptions({
    queryKey: ['traffic', 'top', locationId, hours, part?.from.getTime(), part?.until.getTime()],
    queryFn: ({ signal }) => {
      const period = part
        ? { from: part.from.toISOString(), to: part.until.toISOString() }
        : { from: windowStart(hours, new Date()) };
      return call(listTopDevices, {
        query: { ...period, ...(locationId !== undefined && { location: String(locationId) }) },
        signal,
      });
    },
    refetchInterval: 60_000,
    placeholderData: (previous, query) => (query?.queryKey[2] === locationId ? previous : undefined),
  });

interface ConnectedPage {
  /** Part of a name or address; empty: all. */
  search: string;
  /** Maximum number of users and network devices. */
  size: number;
}

/** The first connected users and devices of a location that match, with their traffic. */
export const connectedUsersQuery = (id: number, hours: WindowHours, { search, size }: ConnectedPage) =>
  queryOptions({
    queryKey: ['traffic', 'connected', id, hours, search, size],
    queryFn: ({ signal }) =>
      fetchWindow(hours, (from) => {
        const page = { page: '1', page_size: String(size), ...(search && { search }) };
        return call(getConnectedUsers, { params: { id }, query: { from, ...page }, signal });
      }),
    refetchInterval,
    placeholderData: (previous, query) => (query?.queryKey[2] === id ? previous : undefined),
  });

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

const deviceOrders = ['name', 'owner', 'last_connected'] as const;
/** Orders of the devices of a location, as in the URL of a list. */
export const deviceSorts = deviceOrders.flatMap((order) => [order, `-${order}`] as const);
type DeviceSort = (typeof deviceSorts)[number];

export const devicesPageSize = 50;

interface DevicesPage {
  /** Part of a name or address; empty: all. */
  readonly search: string;
  readonly sort: DeviceSort;
  readonly page: number;
}

/** A page of the devices of a location. */
export const locationDevicesQuery = (id: number, { search, sort, page }: DevicesPage) =>
  queryOptions({
    queryKey: ['devices', 'location', id, search, sort, page],
    queryFn: ({ signal }) => {
      const { column, descending } = parseSort(sort);
      const query = {
        page: String(page),
        page_size: String(devicesPageSize),
        sort_by: deviceOrders.find((order) => order === column) ?? 'name',
        sort_order: descending ? ('desc' as const) : ('asc' as const),
      };
      return call(listLocationDevices, { params: { id }, query: { ...query, ...(search && { search }) }, signal });
    },
    refetchInterval,
    placeholderData: keepPreviousData,
  });

/** Devices that are connected through a gateway now, the last handshake first, up to `size`; and the number of all. */
export const gatewayDevicesQuery = (locationId: number, gatewayId: string, size: number) =>
  queryOptions({
    queryKey: ['devices', 'gateway', locationId, gatewayId, size],
    queryFn: ({ signal }) =>
      call(listLocationDevices, {
        params: { id: locationId },
        query: {
          connected_through: gatewayId,
          page_size: String(size),
          sort_by: 'last_connected',
          sort_order: 'desc',
        },
        signal,
      }),
    refetchInterval,
  });
