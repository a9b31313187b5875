import { getLdapExport, runLdapExport, takeOverLdapEntries } from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

export const ldapExportQuery = () =>
  queryOptions({
    queryKey: ['directory-sync', 'export'],
    queryFn: ({ signal }) => call(getLdapExport, { signal }),
  });

function useInvalidate() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['directory-sync'] });
}

export function useRunExport() {
  const onSuccess = useInvalidate();
  return useMutation({ mutationFn: () => call(runLdapExport), onSuccess });
}

/** Makes this instance manage the accounts and groups that came from the directory. */
export function useTakeOver() {
  const onSuccess = useInvalidate();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (_: undefined) => withReauthentication(() => call(takeOverLdapEntries)),
    onSuccess,
  });
}
