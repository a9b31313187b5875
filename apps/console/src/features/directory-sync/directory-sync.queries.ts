import {
  confirmDirectorySync,
  getDirectorySync,
  getDirectorySyncRun,
  listDirectorySyncRuns,
  listIdentitySources,
  previewDirectorySync,
  runDirectorySync,
  testDirectorySync,
} from '@gatewarden/contract/calls';
import type { SyncRunDetails } from '@gatewarden/contract/directory-sync';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** Unfinished runs report no progress, so they are polled. */
const pollMilliseconds = 2_000;

export function isUnfinished(run: Pick<SyncRunDetails, 'state'> | undefined): boolean {
  return run?.state === 'queued' || run?.state === 'running';
}

/** `source` as in `managed_by`, here and below. */
export const syncStatusQuery = (source: string) =>
  queryOptions({
    queryKey: ['directory-sync', 'status', source],
    queryFn: ({ signal }) => call(getDirectorySync, { query: { source }, signal }),
    refetchInterval: ({ state }) => (state.data?.current ? pollMilliseconds : false),
  });

const sourcesQuery = queryOptions({
  queryKey: ['directory-sync', 'directories'],
  queryFn: ({ signal }) => call(listIdentitySources, { signal }),
});

/** Whether the OpenID provider of the directory is off: then neither runs are scheduled nor people sign in there. */
export const isProviderOffQuery = (source: string) =>
  queryOptions({
    ...sourcesQuery,
    select: (sources) => sources.some(({ id, kind, signs_in }) => id === source && kind === 'openid' && !signs_in),
  });

/** Directories that are set up or were synchronized before, with their state. */
export const directoriesQuery = () =>
  queryOptions({
    ...sourcesQuery,
    select: (sources) =>
      sources
        .flatMap(({ synchronization }) => synchronization ?? [])
        .filter(({ is_configured: isConfigured, last }) => isConfigured || last !== null),
  });

/** Whether the last synchronization with a directory besides LDAP failed. */
export function useHasFailedDirectory(): boolean {
  const { data = [] } = useQuery(directoriesQuery());
  return data.some(({ source, last }) => source !== 'ldap' && last?.state === 'failed');
}

/** Newest first. */
export const syncRunsQuery = (source: string) =>
  queryOptions({
    queryKey: ['directory-sync', 'runs', source],
    queryFn: ({ signal }) => call(listDirectorySyncRuns, { query: { source }, signal }),
  });

export const syncRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['directory-sync', 'run', id],
    queryFn: ({ signal }) => call(getDirectorySyncRun, { params: { id }, signal }),
    refetchInterval: ({ state }) => (isUnfinished(state.data) ? pollMilliseconds : false),
  });

function useInvalidate() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['directory-sync'] });
}

export function usePreviewSync(source: string) {
  const onSuccess = useInvalidate();
  return useMutation({ mutationFn: () => call(previewDirectorySync, { query: { source } }), onSuccess });
}

export function useRunSync(source: string) {
  const onSuccess = useInvalidate();
  const withReauthentication = useWithReauthentication();
  const run = () => withReauthentication(() => call(runDirectorySync, { query: { source } }));
  return useMutation({ mutationFn: run, onSuccess });
}

/** Resolves with the result, also if the directory cannot be read. */
export function useTestDirectory(source: string) {
  return useMutation({ mutationFn: () => call(testDirectorySync, { query: { source } }) });
}

/** Confirms what a run showed, and that the accounts of these administrators are linked. */
export function useConfirmSync(id: number) {
  const onSuccess = useInvalidate();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (administrators: readonly number[]) =>
      withReauthentication(() =>
        call(confirmDirectorySync, { params: { id }, body: { administrators: [...administrators] } }),
      ),
    onSuccess,
  });
}
