import { getLastStop, listSuspended } from '@gatewarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Keys and devices that emergency stops suspended, of one user or all; always fresh. */
export const suspendedQuery = (username?: string) =>
  queryOptions({
    queryKey: ['users', 'suspended', username ?? null],
    queryFn: ({ signal }) => call(listSuspended, { query: username === undefined ? {} : { username }, signal }),
    staleTime: 0,
  });

/** Emergency stop that disabled the account; null without one. Always fresh. */
export const lastStopQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'last-stop', username],
    queryFn: ({ signal }) => call(getLastStop, { params: { username }, signal }),
    staleTime: 0,
  });
