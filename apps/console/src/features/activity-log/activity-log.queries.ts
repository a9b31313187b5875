import {
  acknowledgeLogProblem,
  getActivity,
  getLogCheckpoint,
  listAccessRules,
  listActivity,
} from '@gatewarden/contract/calls';
import type { ResponseOf } from '@gatewarden/contract/endpoint';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';
import { type ActivityFilter, orderOf, queryOf } from './filter.ts';

export type ActivityPage = ResponseOf<typeof listActivity>;

/** The newest entries that match the filter; refetched whenever an event is logged. */
export const newestQuery = (filter: ActivityFilter) =>
  queryOptions({
    queryKey: ['activity', 'newest', filter],
    queryFn: ({ signal }) => call(listActivity, { query: queryOf(filter, new Date()), signal }),
    placeholderData: keepPreviousData,
  });

/** Any other page or order; not refetched while it is shown. */
export const pageQuery = (filter: ActivityFilter, { sort, page }: { sort: string; page: number }) =>
  queryOptions({
    queryKey: ['activity-page', filter, sort, page],
    queryFn: ({ signal }) =>
      call(listActivity, {
        query: { ...queryOf(filter, new Date()), ...orderOf(sort), page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** One entry with all stored data. It never changes. */
export const entryQuery = (id: number) =>
  queryOptions({
    queryKey: ['activity-entry', id],
    queryFn: ({ signal }) => call(getActivity, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** As in the feature `access`, whose cache it shares: the rules that exist now. */
export const accessRulesQuery = () =>
  queryOptions({ queryKey: ['access', 'rules'], queryFn: ({ signal }) => call(listAccessRules, { signal }) });

export type LogState = ResponseOf<typeof getLogCheckpoint>;

/**
 * The last signed checkpoint. Below the topic `notices`, which becomes stale when a problem is found or acknowledged.
 */
export const checkpointQuery = () =>
  queryOptions({
    queryKey: ['notices', 'log-checkpoint'],
    queryFn: ({ signal }) => call(getLogCheckpoint, { signal }),
  });

export function useAcknowledgeProblem() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: () => withReauthentication(() => call(acknowledgeLogProblem)),
    // also after a failure: another administrator may have acknowledged the problem
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['notices'] }),
  });
}
