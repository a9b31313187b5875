import {
  cancelYubikeyJob,
  deleteYubikey,
  getProvisionerListener,
  getProvisionerToken,
  getYubikeyJob,
  listProvisioners,
  listYubikeys,
  removeProvisioner,
  renameYubikey,
  rotateProvisionerTokens,
  startYubikeyJob,
} from '@gatewarden/contract/calls';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

const topic = 'yubikeys';

/** Whether a provisioner is available has no event. */
const listInterval = 5_000;
const progressInterval = 1_000;

/** Oldest first. */
export const yubikeysQuery = (username: string) =>
  queryOptions({
    queryKey: [topic, 'of', username],
    queryFn: ({ signal }) => call(listYubikeys, { params: { username }, signal }),
  });

/** By name; only for administrators. */
export const provisionersQuery = () =>
  queryOptions({
    queryKey: [topic, 'provisioners'],
    queryFn: ({ signal }) => call(listProvisioners, { signal }),
    refetchInterval: listInterval,
  });

export const listenerQuery = () =>
  queryOptions({
    queryKey: [topic, 'listener'],
    queryFn: ({ signal }) => call(getProvisionerListener, { signal }),
  });

/** Contains a secret, and core logs each request: requested only while it is shown, after a recent proof of who asks. */
export function useProvisionerToken() {
  const withReauthentication = useWithReauthentication();
  return useQuery({
    queryKey: ['provisioner-token'],
    queryFn: ({ signal }) => withReauthentication(() => call(getProvisionerToken, { signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Asked every second until the job ends. */
export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: [topic, 'job', id],
    queryFn: ({ signal }) => call(getYubikeyJob, { params: { id: String(id) }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === 'in_progress' ? progressInterval : false,
  });

/** Not awaited: the refetch unmounts the row of what was deleted, and its success callback would not run. */
function useInvalidate(...topics: readonly string[]) {
  const queryClient = useQueryClient();
  return () => topics.forEach((each) => void queryClient.invalidateQueries({ queryKey: [each] }));
}

export function useStartJob() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidate(topic);
  return useMutation({
    mutationFn: (body: { worker: string; username: string }) =>
      withReauthentication(() => call(startYubikeyJob, { body })),
    onSuccess,
  });
}

export function useCancelJob() {
  const onSuccess = useInvalidate(topic);
  return useMutation({
    mutationFn: (id: number) => call(cancelYubikeyJob, { params: { id: String(id) } }),
    onSuccess,
  });
}

export function useRenameYubikey(username: string) {
  const onSuccess = useInvalidate(topic, 'auth-keys');
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call(renameYubikey, { params: { username, id: String(id) }, body: { name } }),
    onSuccess,
  });
}

export function useDeleteYubikey(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidate(topic, 'auth-keys');
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) =>
      withReauthentication(() => call(deleteYubikey, { params: { username, id: String(id) } })),
    onSuccess,
  });
}

export function useRemoveProvisioner() {
  const onSuccess = useInvalidate(topic);
  return useMutation({
    removesCaller: true,
    mutationFn: (id: string) => call(removeProvisioner, { params: { id } }),
    onSuccess,
  });
}

export function useRotateTokens() {
  const onSuccess = useInvalidate(topic);
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: () => withReauthentication(() => call(rotateProvisionerTokens, {})),
    onSuccess,
    // contains a secret
    gcTime: 0,
  });
}
