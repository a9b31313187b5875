import {
  diffAccessVersions,
  getAccessVersion,
  listAccessVersions,
  restoreAccessVersion,
} from '@gatewarden/contract/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useInvalidateAccess } from './use-invalidate-access.ts';

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

/** Who gained or lost access since the version, until another one or until now. */
export const versionDiffQuery = (id: number, until?: number) =>
  queryOptions({
    queryKey: ['access', 'version-diff', id, until],
    queryFn: ({ signal }) =>
      call(diffAccessVersions, { params: { id }, query: until === undefined ? {} : { to: String(until) }, signal }),
  });

const listPage = (page: number, signal: AbortSignal) =>
  call(listAccessVersions, { query: { page: String(page) }, signal });

/** The id of the version before this one; null if it is the first. */
export const previousVersionQuery = (id: number) =>
  queryOptions({
    queryKey: ['access', 'previous-version', id],
    queryFn: ({ signal }) => findPrevious(id, signal),
  });

/** Ids descend from page to page: the first page with a lower id has the previous version. */
async function findPrevious(id: number, signal: AbortSignal): Promise<number | null> {
  const first = await listPage(1, signal);
  const lowerOf = ({ versions }: typeof first) => versions.find((version) => version.id < id)?.id;
  let found = lowerOf(first);
  let [from, to] = [2, Math.ceil(first.total / versionsPerPage)];
  if (found !== undefined) return found;
  while (from <= to) {
    const page = Math.floor((from + to) / 2);
    const lower = lowerOf(await listPage(page, signal));
    if (lower === undefined) from = page + 1;
    else {
      found = lower;
      to = page - 1;
    }
  }
  return found ?? null;
}

/** When the history begins; null if it has no version. */
export const historyStartQuery = () =>
  queryOptions({
    queryKey: ['access', 'history-start'],
    queryFn: async ({ signal }) => {
      const newest = await listPage(1, signal);
      const last = Math.ceil(newest.total / versionsPerPage);
      const { versions } = last > 1 ? await listPage(last, signal) : newest;
      return versions.at(-1)?.at ?? null;
    },
  });

/** Prepares pending changes that restore the version. */
export function useRestoreVersion() {
  const onSuccess = useInvalidateAccess();
  return useMutation({
    mutationFn: (id: number) => call(restoreAccessVersion, { params: { id } }),
    onSuccess,
  });
}
