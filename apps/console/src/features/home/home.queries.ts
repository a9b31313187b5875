import {
  dismissAttention,
  dismissChecklist,
  getHome,
  restoreAttention,
  restoreChecklist,
} from '@gatewarden/contract/calls';
import type { Home } from '@gatewarden/contract/home';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** Conditions that begin or end only with time, such as a token that expires soon, are shown after this time. */
const refetchInterval = 60_000;

export const homeQuery = () =>
  queryOptions({
    queryKey: ['home'],
    queryFn: ({ signal }) => call(getHome, { signal }),
    refetchInterval,
  });

/** Whether the checklist is no longer offered. */
export function isChecklistOver({ checklist: { steps, dismissed } }: Home): boolean {
  return dismissed || steps.every(({ done }) => done);
}

/** Dismisses or restores a condition, for the user only. */
export function useSetDismissed() {
  const queryClient = useQueryClient();
  return useMutation({
    removesCaller: true,
    mutationFn: ({ key, dismissed }: { key: string; dismissed: boolean }) =>
      call(dismissed ? dismissAttention : restoreAttention, { params: { key } }),
    onSuccess: (_, { key, dismissed }) => {
      queryClient.setQueryData(homeQuery().queryKey, (home) => home && withDismissed(home, key, dismissed));
    },
    // also after a failure: the condition may have ended
    onSettled: () => void queryClient.invalidateQueries(homeQuery()),
  });
}

function withDismissed(home: Home, key: string, dismissed: boolean): Home {
  return { ...home, attention: home.attention.map((item) => (item.key === key ? { ...item, dismissed } : item)) };
}

/** Hides the checklist, or shows it again, for the user only. */
export function useSetChecklistDismissed() {
  const queryClient = useQueryClient();
  return useMutation({
    removesCaller: true,
    mutationFn: (dismissed: boolean) => call(dismissed ? dismissChecklist : restoreChecklist),
    onSuccess: (_, dismissed) => {
      queryClient.setQueryData(
        homeQuery().queryKey,
        (home) => home && { ...home, checklist: { ...home.checklist, dismissed } },
      );
    },
    onSettled: () => void queryClient.invalidateQueries(homeQuery()),
  });
}
