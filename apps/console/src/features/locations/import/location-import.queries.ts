import { importLocation, previewLocationImport } from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../../lib/with-reauthentication.ts';

type PreviewRequest = BodyInputOf<typeof previewLocationImport>;

/** The text of a file, and which of its interfaces to import. */
export type FileSource = Pick<PreviewRequest, 'config' | 'interface_line'>;

/** Returns what a file contains; changes nothing. */
export function usePreviewFile() {
  return useMutation({ mutationFn: (body: PreviewRequest) => call(previewLocationImport, { body }) });
}

export type ImportRequest = BodyInputOf<typeof importLocation>;

/** Adds the location and the devices of the file. */
export function useImportLocation() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (body: ImportRequest) => withReauthentication(() => call(importLocation, { body })),
    onSuccess: () => {
      for (const topic of ['locations', 'devices', 'users', 'traffic']) {
        void queryClient.invalidateQueries({ queryKey: [topic] });
      }
    },
  });
}
