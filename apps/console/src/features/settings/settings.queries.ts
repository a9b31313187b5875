import {
  getEnterpriseSettings,
  getEssentials,
  getInfo,
  getSettings,
  getTrafficStorage,
  patchEnterpriseSettings,
  patchSettings,
  removeSshKeysToken,
  replaceSshKeysToken,
  restoreBranding,
  sendTestMail,
  testLdap,
  uploadLogo,
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

/** Stores changes of a page of the settings. */
export type SaveSettings = ReturnType<typeof useSaveSettings>;

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

const restrictions = ['admin_device_management', 'only_client_activation', 'disable_all_traffic'] as const;

/** Changes the restrictions of users, which have a call of their own, and refetches all queries that show them. */
export function useSaveRestrictions(): SaveSettings {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (changes: BodyInputOf<typeof patchSettings>) => {
      const body = Object.fromEntries(restrictions.flatMap((name) => (name in changes ? [[name, changes[name]]] : [])));
      return withReauthentication(() => call(patchEnterpriseSettings, { body }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  });
}

/** Stores an image that a setting can name. */
export function useUploadLogo() {
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof uploadLogo>) => call(uploadLogo, { body }),
  });
}

/** Restores the product's name and logos. */
export function useRestoreBranding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(restoreBranding, { params: { id: '1' } }),
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
