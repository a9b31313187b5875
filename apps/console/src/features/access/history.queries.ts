import {
  diffAccessVersions,
  getAccessVersion,
  listAccessVersions,
  restoreAccessVersion,
} from '@gatewarden/contract/calls';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export const versionsPerPage = 50;

/** A page of what was deployed when, newest first. */
export const versionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['access', 'versions', page],
    queryFn: ({ signal }) => call(listAccessVersions, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  });

export const versionQuery = (id: number) =>
  queryOptions({
    queryKey: ['access', 'version', id],
    queryFn: ({ signal }) => call(getAccessVersion, { params: { id }, signal }),
  });

/** Who gained or lost access since the version. */
export const versionDiffQuery = (id: number) =>
  queryOptions({
    queryKey: ['access', 'version-diff', id],
    queryFn: ({ signal }) => call(diffAccessVersions, { params: { id }, query: {}, signal }),
  });

/** Prepares pending changes that restore the version. */
export function useRestoreVersion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(restoreAccessVersion, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['access'] }),
  });
}
