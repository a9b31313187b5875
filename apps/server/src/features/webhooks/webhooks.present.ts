import type { Webhook, WebhookDelivery, WebhookDeliveryDetails } from '@gatewarden/contract/webhooks';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { presentFailure, presentState } from '../delivery/index.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import type { ListedWebhook } from './webhooks.service.ts';

export function presentWebhook({ webhook, state }: ListedWebhook, now: Date): Webhook {
  const { is_enabled, former_key_until: until, attempts: _, events, ...fields } = webhook;
  const former_secret_until = until && until > now ? toNaive(until) : null;
  const shown = { ...fields, token: '', enabled: is_enabled, events: [...events], former_secret_until };
  return { ...shown, state: presentState(state) };
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, event, entry_id, attempt, duration_ms, status } = row;
  return { id, event, entry_id, at: toNaive(row.at), attempt, duration_ms, status, error: presentFailure(row) };
}

export function presentDeliveryDetails(row: DeliveryRow): WebhookDeliveryDetails {
  const { message_id, body, answer } = row;
  return { ...presentDelivery(row), message_id, request_body: body, answer };
}
