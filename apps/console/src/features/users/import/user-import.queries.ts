import { exportUsers, importUsers, previewImport } from '@gatewarden/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { downloadText } from '../../../lib/download-text.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../../lib/with-reauthentication.ts';

/** Returns the outcome of each row of a file. */
export function usePreviewImport() {
  return useMutation({ mutationFn: (csv: string) => call(previewImport, { body: { csv } }) });
}

/** Adds the users of the preview with this digest. */
export function useImportUsers() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (body: { csv: string; digest: string }) => withReauthentication(() => call(importUsers, { body })),
    onSuccess: () => {
      for (const topic of ['users', 'groups']) void queryClient.invalidateQueries({ queryKey: [topic] });
    },
  });
}

/** Downloads the users with these ids as a file; undefined: all users. */
export function useExportUsers() {
  return useMutation({
    mutationFn: (users: number[] | undefined) => call(exportUsers, { body: users ? { users } : {} }),
    // reading the response as text removes the byte order mark, which spreadsheets need to recognize UTF-8
    onSuccess: (text) => downloadText('users.csv', `\uFEFF${text}`),
  });
}
