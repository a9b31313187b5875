import { getLicence, inspectLicence, patchSettings } from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export const licenceQuery = () =>
  queryOptions({ queryKey: ['licence'], queryFn: ({ signal }) => call(getLicence, { signal }) });

/** Resolves with what a key states and whether it would be accepted; stores nothing. */
export function useInspectLicence() {
  return useMutation({ mutationFn: (license: string) => call(inspectLicence, { body: { license } }) });
}

/** Stores a key; the empty text removes the stored one. */
export function useSaveLicence() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (license: string) => call(patchSettings, { body: { license } }),
    onSuccess: () =>
      Promise.all(
        ['licence', 'settings', 'notices', 'home'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      ),
  });
}
