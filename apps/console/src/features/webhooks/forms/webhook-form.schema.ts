import { NewWebhook, WebhookChange } from '@gatewarden/contract/webhooks';
import { z } from 'zod';
import { triggerNames } from '../triggers.ts';

function requireTrigger(value: z.infer<typeof WebhookChange>, context: z.RefinementCtx): void {
  if (!value.enabled || triggerNames.some((name) => value[name]) || value.events?.length) return;
  context.addIssue({ code: 'custom', path: ['events'], message: 'webhook_trigger_missing' });
}

const { events, token, ...shared } = NewWebhook.shape;

/** Values of the form for a new webhook. */
export const NewWebhookFields = z.object({ ...shared, token, events: events.unwrap() }).superRefine(requireTrigger);
export type WebhookFields = z.infer<typeof NewWebhookFields>;

/** Values of the form for an existing webhook: an empty token is unchanged. */
export const WebhookSettingsFields = z
  .object({ ...shared, token: WebhookChange.shape.token, events: events.unwrap() })
  .superRefine(requireTrigger);
