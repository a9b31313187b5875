import {
  addWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  replayWebhook,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
  updateWebhook,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

const topic = 'webhooks';

/** Core announces changes of webhooks, but not each delivery. */
const listInterval = 10_000;
const pageInterval = 5_000;

/** By description. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: [topic, 'all'],
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
    refetchInterval: listInterval,
  });

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [topic, 'one', id],
    queryFn: ({ signal }) => call(getWebhook, { params: { id }, signal }),
    refetchInterval: pageInterval,
  });

/** Latest first. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [topic, 'deliveries', id],
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam === null ? {} : { before: String(pageParam) };
      return call(listWebhookDeliveries, { params: { id }, query, signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: pageInterval,
  });

export const deliveryQuery = (id: string, deliveryId: number) =>
  queryOptions({
    queryKey: [topic, 'delivery', id, deliveryId],
    queryFn: ({ signal }) => call(getWebhookDelivery, { params: { id, deliveryId: String(deliveryId) }, signal }),
  });

/** Not awaited by mutations whose caller the refetch removes. */
function useInvalidateWebhooks() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [topic] });
}

/** A new webhook with its signing secret, which is not shown again. */
export interface AddedWebhook {
  readonly name: string;
  readonly secret: string;
}

/** Passes the secret to the page of the webhook. Not below the topic, whose data is fetched again. */
export const addedWebhookKey = (id: string) => ['added-webhook', id] as const;

/** Only this response contains the secret. */
export function useAddWebhook() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  const invalidate = useInvalidateWebhooks();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof addWebhook>) => withReauthentication(() => call(addWebhook, { body })),
    onSuccess: ({ id, signing_secret: secret }, { description: name }) => {
      queryClient.setQueryData<AddedWebhook>(addedWebhookKey(String(id)), { name, secret });
      void invalidate();
    },
    gcTime: 0,
  });
}

export function useUpdateWebhook(id: number) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateWebhooks();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof updateWebhook>) =>
      withReauthentication(() => call(updateWebhook, { params: { id: String(id) }, body })),
    onSuccess,
  });
}

export function useSetWebhookState() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateWebhooks();
  return useMutation({
    itemKey: ({ id }) => id,
    mutationFn: ({ id, enabled }: { id: number; enabled: boolean }) =>
      withReauthentication(() => call(setWebhookState, { params: { id: String(id) }, body: { enabled } })),
    onSuccess,
  });
}

export function useDeleteWebhook() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateWebhooks();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => withReauthentication(() => call(deleteWebhook, { params: { id: String(id) } })),
    onSuccess: () => void onSuccess(),
  });
}

/** As `useAddWebhook`. */
export function useRotateSecret(id: number) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateWebhooks();
  return useMutation({
    mutationFn: (overlapHours: number) =>
      withReauthentication(() =>
        call(rotateWebhookSecret, { params: { id: String(id) }, body: { overlap_hours: overlapHours } }),
      ),
    onSuccess: () => void onSuccess(),
    gcTime: 0,
  });
}

export function useTestWebhook(id: number) {
  const onSuccess = useInvalidateWebhooks();
  return useMutation({ mutationFn: () => call(testWebhook, { params: { id: String(id) } }), onSuccess });
}

export function useReplayWebhook(id: number) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateWebhooks();
  return useMutation({
    mutationFn: (from: string) =>
      withReauthentication(() => call(replayWebhook, { params: { id: String(id) }, body: { from } })),
    onSuccess,
  });
}

/** Returns the new delivery. */
export function useRedeliver(id: string) {
  const onSuccess = useInvalidateWebhooks();
  return useMutation({
    mutationFn: (deliveryId: number) => call(redeliverWebhook, { params: { id, deliveryId: String(deliveryId) } }),
    onSuccess,
  });
}
