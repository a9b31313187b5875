import { setPreferences } from '@gatewarden/contract/calls';
import type { Preferences } from '@gatewarden/contract/preferences';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { call } from '../../lib/call.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { toast } from '../../ui/toast.tsx';
import { preferencesQuery } from './preferences.queries.ts';

/** Applies changes immediately, and reverts them with a toast if they cannot be stored. */
export function useSavePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery();
  return useMutation({
    // one preference can be changed while another is being stored
    itemKey: (changes: Partial<Preferences>) => Object.keys(changes).join(),
    mutationFn: async (changes: Partial<Preferences>) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, { ...before, ...changes });
      try {
        queryClient.setQueryData(queryKey, await call(setPreferences, { body: changes }));
      } catch (error) {
        queryClient.setQueryData(queryKey, before);
        throw error;
      }
    },
    onError: (error) => toast.error(i18next.t('shell.preferences_not_saved'), { subMessage: failureText(error) }),
  });
}
