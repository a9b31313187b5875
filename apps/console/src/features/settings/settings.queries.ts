import {
  getEnterpriseSettings,
  getEssentials,
  getSettings,
  patchSettings,
  removeSshKeysToken,
  replaceSshKeysToken,
  sendTestMail,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { SettingsEssentials } from '@gatewarden/contract/settings';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** Name, logos and modules of this instance, known to everybody. */
export const essentialsQuery = () =>
  queryOptions({ queryKey: ['settings', 'essentials'], queryFn: ({ signal }) => call(getEssentials, { signal }) });

/** What users are kept from who are no administrators. */
export const restrictionsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'restrictions'],
    queryFn: ({ signal }) => call(getEnterpriseSettings, { signal }),
  });

/** All settings, for administrators. */
export const settingsQuery = () =>
  queryOptions({ queryKey: ['settings', 'all'], queryFn: ({ signal }) => call(getSettings, { signal }) });

/** The console does not start without them, so they are always there. */
export function useEssentials(): SettingsEssentials {
  return useSuspenseQuery(essentialsQuery()).data;
}

/** Changes settings; everything that shows them follows at once. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (changes: BodyInputOf<typeof patchSettings>) =>
      withReauthentication(() => call(patchSettings, { body: changes })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  });
}

/** Waits for the mail server's answer. */
export function useSendTestMail() {
  return useMutation({
    mutationFn: (mail: BodyInputOf<typeof sendTestMail>) => call(sendTestMail, { body: mail }),
  });
}

/** Gives the new token, which is shown this once. */
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
