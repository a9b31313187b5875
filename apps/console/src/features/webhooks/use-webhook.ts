import type { Webhook } from '@gatewarden/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { webhookQuery } from './webhooks.queries.ts';

const route = getRouteApi('/signed-in/admin/webhooks/$webhookId');

/** The webhook of the page; undefined once it is deleted, which its frame says. */
export function useWebhook(): Webhook | undefined {
  const { webhookId } = route.useParams();
  return useQuery(webhookQuery(webhookId)).data;
}
