import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { getEssentials, patchSettings, type SettingsEssentials } from '@gatewarden/contract/settings';
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Name, logos and modules of this instance, known to everybody. */
export const essentialsQuery = () =>
  queryOptions({ queryKey: ['settings', 'essentials'], queryFn: ({ signal }) => call(getEssentials, { signal }) });

/** The console does not start without them, so they are always there. */
export function useEssentials(): SettingsEssentials {
  return useSuspenseQuery(essentialsQuery()).data;
}

/** Changes name and logos; everything that shows them follows at once. */
export function useSaveBranding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: BodyInputOf<typeof patchSettings>) => call(patchSettings, { body: changes }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  });
}
