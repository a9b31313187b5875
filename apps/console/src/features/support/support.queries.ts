import { getSupportConfiguration, getSupportOverview, sendSupportMail } from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { downloadBlob } from '../../lib/download-blob.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** Whether support data can be mailed, and the size of the log. */
export const supportQuery = () =>
  queryOptions({ queryKey: ['support', 'overview'], queryFn: ({ signal }) => call(getSupportOverview, { signal }) });

/** May be megabytes long: only on demand, and not kept once nothing shows it. */
export const configurationQuery = () =>
  queryOptions({
    queryKey: ['support', 'configuration'],
    queryFn: ({ signal }) => call(getSupportConfiguration, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the current configuration and saves it as a file. */
export function useDownloadConfiguration() {
  return useMutation({
    mutationFn: () => call(getSupportConfiguration),
    onSuccess: (configuration) =>
      downloadBlob(
        'gatewarden-configuration.json',
        new Blob([JSON.stringify(configuration, null, 2)], { type: 'application/json' }),
      ),
  });
}

/** Resolves with the response of the mail server. */
export function useSendSupportMail() {
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (mail: BodyInputOf<typeof sendSupportMail>) =>
      withReauthentication(() => call(sendSupportMail, { body: mail })),
  });
}
