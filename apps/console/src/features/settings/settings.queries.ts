import {
  getEnterpriseSettings,
  getEssentials,
  getInfo,
  getSettings,
  getTrafficStorage,
  patchSettings,
  removeSshKeysToken,
  replaceSshKeysToken,
  sendTestMail,
  testLdap,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { SettingsEssentials } from '@gatewarden/contract/settings';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** Name, logos and modules of the instance; public. */
export const essentialsQuery = () =>
  queryOptions({ queryKey: ['settings', 'essentials'], queryFn: ({ signal }) => call(getEssentials, { signal }) });

/** Restrictions for users without administrator rights. */
export const restrictionsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'restrictions'],
    queryFn: ({ signal }) => call(getEnterpriseSettings, { signal }),
  });

/** All settings, for administrators. */
export const settingsQuery = () =>
  queryOptions({ queryKey: ['settings', 'all'], queryFn: ({ signal }) => call(getSettings, { signal }) });

/** Version and database. */
export const infoQuery = () =>
  queryOptions({ queryKey: ['settings', 'info'], queryFn: ({ signal }) => call(getInfo, { signal }) });

/** How much room stored traffic takes. */
export const trafficStorageQuery = () =>
  queryOptions({
    queryKey: ['settings', 'traffic-storage'],
    queryFn: ({ signal }) => call(getTrafficStorage, { signal }),
  });

/** The console does not start without the essentials, so they are always cached. */
export function useEssentials(): SettingsEssentials {
  return useSuspenseQuery(essentialsQuery()).data;
}

/** Whether core listens for people and clients with tokens: enrollment, clients and password reset work. */
export function useListensForClients(): boolean {
  return useEssentials().password_reset_url !== null;
}

/** Changes settings and refetches all queries that show them. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (changes: BodyInputOf<typeof patchSettings>) =>
      withReauthentication(() => call(patchSettings, { body: changes })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  });
}

/** Resolves with the response of the mail server. */
export function useSendTestMail() {
  return useMutation({
    mutationFn: (mail: BodyInputOf<typeof sendTestMail>) => call(sendTestMail, { body: mail }),
  });
}

/** Returns the new token, which is shown once. */
export function useReplaceSshKeysToken() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: () => withReauthentication(() => call(replaceSshKeysToken)),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['settings'] }),
  });
}

export function useRemoveSshKeysToken() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: () => withReauthentication(() => call(removeSshKeysToken)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  });
}

/** Succeeds if the directory can be used with the saved settings. */
export function useTestLdap() {
  return useMutation({ mutationFn: () => call(testLdap) });
}
