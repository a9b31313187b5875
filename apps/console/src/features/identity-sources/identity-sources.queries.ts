import { listIdentitySources } from '@gatewarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Unfinished runs report no progress, so they are polled. */
const pollMilliseconds = 2_000;

/** This instance and all systems that accounts and groups come from, for administrators. */
export const identitySourcesQuery = () =>
  queryOptions({
    queryKey: ['identity-sources'],
    queryFn: ({ signal }) => call(listIdentitySources, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ synchronization }) => synchronization?.current) ? pollMilliseconds : false,
  });
