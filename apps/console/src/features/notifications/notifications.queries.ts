import {
  countNotifications,
  dismissNotification,
  listNotifications,
  readNotification,
  readNotifications,
} from '@gatewarden/contract/calls';
import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

const topic = ['notifications'] as const;

/** All that the frame needs; the list loads when it is opened. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: [...topic, 'unread'],
    queryFn: ({ signal }) => call(countNotifications, { signal }),
  });

export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...topic, 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(listNotifications, { query: pageParam === null ? {} : { before: String(pageParam) }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

/** Also after a failure: the notification may have been replaced by a newer one. */
const refetch = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: topic });

/** Marks the given notification and all before it as read. */
export function useReadAll() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: number) => call(readNotifications, { body: { up_to: upTo } }),
    onSettled: () => refetch(queryClient),
  });
}

export function useRead() {
  const queryClient = useQueryClient();
  return useMutation({
    itemKey: (id: number) => id,
    removesCaller: true,
    mutationFn: (id: number) => call(readNotification, { params: { id: String(id) } }),
    onSettled: () => refetch(queryClient),
  });
}

export function useDismiss() {
  const queryClient = useQueryClient();
  return useMutation({
    itemKey: (id: number) => id,
    removesCaller: true,
    mutationFn: (id: number) => call(dismissNotification, { params: { id: String(id) } }),
    onSuccess: (_, id) => {
      queryClient.setQueryData(
        notificationsQuery().queryKey,
        (data) => data && { ...data, pages: data.pages.map(without(id)) },
      );
    },
    onSettled: () => refetch(queryClient),
  });
}

const without =
  (id: number) =>
  <Page extends { notifications: { id: number }[] }>(page: Page): Page => ({
    ...page,
    notifications: page.notifications.filter((one) => one.id !== id),
  });
