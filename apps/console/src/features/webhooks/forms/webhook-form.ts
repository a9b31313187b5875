import type { Webhook } from '@gatewarden/contract/webhooks';
import type { WebhookFields } from './webhook-form.schema.ts';

/** Values of the form for a new webhook. */
export const newWebhook: WebhookFields = {
  description: '',
  url: '',
  token: '',
  enabled: true,
  on_user_created: false,
  on_user_modified: false,
  on_user_deleted: false,
  on_hwkey_provision: false,
  events: [],
};

/** Values of the form for a webhook. */
export function toForm(webhook: Webhook): WebhookFields {
  const { description, url, token, enabled, events } = webhook;
  const { on_user_created, on_user_modified, on_user_deleted, on_hwkey_provision } = webhook;
  const flags = { on_user_created, on_user_modified, on_user_deleted, on_hwkey_provision };
  return { description, url, token, enabled, ...flags, events: events.toSorted() as WebhookFields['events'] };
}
