import type { Webhook } from '@gatewarden/contract/webhooks';
import { type Condition, conditionOf } from '../delivery/index.ts';

export interface WebhookFilter {
  /** Part of the description or the URL; ignores case. */
  readonly q?: string | undefined;
  readonly state?: Condition | undefined;
}

/** Webhooks that match the filter, in the given order. */
export function filterWebhooks(webhooks: readonly Webhook[], { q = '', state }: WebhookFilter): readonly Webhook[] {
  const text = q.trim().toLowerCase();
  return webhooks.filter((webhook) => {
    if (state !== undefined && conditionOf(webhook) !== state) return false;
    return `${webhook.description} ${webhook.url}`.toLowerCase().includes(text);
  });
}
