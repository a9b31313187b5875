import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AddedWebhook, addedWebhookKey } from './webhooks.queries.ts';

/**
 * The webhook of the page if it was just added, until `clear` is called. Its signing secret is only in memory: after a reload
 * it can only be replaced.
 */
export function useAddedWebhook(id: string): { readonly added: AddedWebhook | undefined; readonly clear: () => void } {
  const queryClient = useQueryClient();
  const [added, setAdded] = useState(() => queryClient.getQueryData<AddedWebhook>(addedWebhookKey(id)));
  // from here on the secret is only in the state of the page, which ends with it
  useEffect(() => queryClient.removeQueries({ queryKey: addedWebhookKey(id), exact: true }), [queryClient, id]);
  return { added, clear: () => setAdded(undefined) };
}
