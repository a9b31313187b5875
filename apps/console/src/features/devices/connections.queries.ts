import { listUserConnections } from '@gatewarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Traffic grows without an event. No refetch while the page is hidden. */
const refetchInterval = 30_000;

/** Devices of a user that are connected now. */
export const connectionsQuery = (username: string) =>
  queryOptions({
    // events of devices say who connects
    queryKey: ['devices', 'connections', username],
    queryFn: ({ signal }) => call(listUserConnections, { params: { username }, signal }),
    refetchInterval,
  });
