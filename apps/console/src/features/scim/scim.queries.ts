import {
  addScimToken,
  deleteScimToken,
  getScimStatus,
  listScimRequests,
  listScimTokens,
  resumeScimRemovals,
  rotateScimToken,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

const topic = ['scim'] as const;

/** Address, what SCIM manages, and the limit of removals. */
export const scimStatusQuery = () =>
  queryOptions({ queryKey: [...topic, 'status'], queryFn: ({ signal }) => call(getScimStatus, { signal }) });

/** Oldest first. */
export const scimTokensQuery = () =>
  queryOptions({ queryKey: [...topic, 'tokens'], queryFn: ({ signal }) => call(listScimTokens, { signal }) });

/** Latest first. */
export const scimRequestsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...topic, 'requests'],
    queryFn: ({ signal, pageParam }) =>
      call(listScimRequests, { query: pageParam === null ? {} : { before: String(pageParam) }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

function useInvalidateTokens() {
  const queryClient = useQueryClient();
  // not awaited: the refetch unmounts the row of a deleted token, and its success callback would not run
  return () => void queryClient.invalidateQueries(scimTokensQuery());
}

/** Only this response contains the secret. */
export function useAddScimToken() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateTokens();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof addScimToken>) => withReauthentication(() => call(addScimToken, { body })),
    onSuccess,
    gcTime: 0,
  });
}

/** As `useAddScimToken`. */
export function useRotateScimToken(id: number) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateTokens();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof rotateScimToken>) =>
      withReauthentication(() => call(rotateScimToken, { params: { id: String(id) }, body })),
    onSuccess,
    gcTime: 0,
  });
}

export function useDeleteScimToken() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateTokens();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => withReauthentication(() => call(deleteScimToken, { params: { id: String(id) } })),
    onSuccess,
  });
}

export function useResumeRemovals() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    removesCaller: true,
    mutationFn: (withoutLimit: boolean) =>
      withReauthentication(() => call(resumeScimRemovals, { body: { without_limit: withoutLimit } })),
    onSuccess: () => {
      void queryClient.invalidateQueries(scimStatusQuery());
      void queryClient.invalidateQueries({ queryKey: ['notices'] });
    },
  });
}
