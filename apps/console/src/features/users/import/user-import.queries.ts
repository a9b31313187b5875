import { exportUsers, importUsers, previewImport } from '@gatewarden/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { downloadText } from '../../../lib/download-text.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../../lib/with-reauthentication.ts';

/** Says what each row of a file would do. */
export function usePreviewImport() {
  return useMutation({ mutationFn: (csv: string) => call(previewImport, { body: { csv } }) });
}

/** Adds whom the preview of that digest said would be added. */
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

/** Hands these people to the browser as a file; everybody when no ids are given. */
export function useExportUsers() {
  return useMutation({
    mutationFn: (users: number[] | undefined) => call(exportUsers, { body: users ? { users } : {} }),
    // reading an answer as text takes the mark away by which spreadsheets know UTF-8
    onSuccess: (text) => downloadText('users.csv', `\uFEFF${text}`),
  });
}
