import { z } from 'zod';
import { ActivityEvent } from './activity-events.ts';
import { DeliveryFailure, DeliveryState, Replay } from './delivery.ts';
import { documented } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { Id, line, NaiveTimestamp, PathId, pathInteger } from './primitives.ts';

/** An absolute address with http or https, without credentials and fragment. */
const DestinationUrl = documented(
  z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .refine((text) => isDestination(text, /^https?:$/), { error: 'webhook_url_invalid' }),
  {
    type: 'string',
    maxLength: 2048,
    pattern: '^https?:\\/\\/[a-z0-9.-]+(?::[1-9]\\d{0,3})?(?:\\/[A-Za-z0-9._~\\/-]*)?$',
  },
);

/** Whether a request can be sent to the text: no credentials, no fragment, no blanks. */
export function isDestination(text: string, protocols: RegExp): boolean {
  const url = URL.parse(text);
  if (!url || !protocols.test(url.protocol) || url.hostname === '') return false;
  // the host of an unknown protocol, such as tls, is not checked
  if (!URL.canParse(`https://${url.host}`)) return false;
  return `${url.username}${url.password}${url.hash}` === '' && !/[\s\\#]/.test(text);
}

/** Interface reference §8; `events` and `state` are ours. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  /** Always empty: the token is never returned. */
  token: z.string(),
  enabled: z.boolean(),
  on_user_created: z.boolean(),
  on_user_deleted: z.boolean(),
  on_user_modified: z.boolean(),
  on_hwkey_provision: z.boolean(),
  /** Events of the activity log that are sent too. */
  events: z.array(z.string()),
  /** Until when requests are signed with the former secret too; null: only with the current one. */
  former_secret_until: NaiveTimestamp.nullable(),
  state: DeliveryState,
});
export type Webhook = z.infer<typeof Webhook>;

const fields = {
  url: DestinationUrl,
  description: line(254, 1),
  enabled: z.boolean(),
  on_user_created: z.boolean(),
  on_user_deleted: z.boolean(),
  on_user_modified: z.boolean(),
  on_hwkey_provision: z.boolean(),
};
/** Sent in a header: visible ASCII characters. */
const token = (min: number) =>
  documented(
    z
      .string()
      .min(min)
      .max(1024)
      .regex(/^[\x21-\x7e]*$/, { error: 'webhook_token_invalid' }),
    { type: 'string', minLength: min, maxLength: 1024, pattern: '^[\\x21-\\x7e]*$' },
  );
const Events = z.array(ActivityEvent).max(500);

export const NewWebhook = z.object({ ...fields, token: token(1), events: Events.default([]) });
/** An empty token is unchanged, if the receiver is the same; so are absent events, which clients of the interface do not know. */
export const WebhookChange = z.object({ ...fields, token: token(0), events: Events.optional() });

/** A request to a webhook, without its content. */
export const WebhookDelivery = z.object({
  id: z.int().min(1),
  event: z.string(),
  /** Of the activity log; null for a test. */
  entry_id: z.int().min(1).nullable(),
  at: NaiveTimestamp,
  /** From 1; null if an administrator sent it. */
  attempt: z.int().min(1).nullable(),
  duration_ms: z.int().min(0),
  /** Of the answer; null if there was none. */
  status: z.int().nullable(),
  /** Null: the receiver answered with success. */
  error: DeliveryFailure.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryDetails = WebhookDelivery.extend({
  /** The header `webhook-id`, the same for each attempt. */
  message_id: z.string(),
  request_body: z.string(),
  /** The first 4 096 characters of the answer; null if there was none. */
  answer: z.string().nullable(),
});
export type WebhookDeliveryDetails = z.infer<typeof WebhookDeliveryDetails>;

export const webhookDeliveryPageSize = 50;
/** Deliveries are listed for this long. */
export const webhookDeliveryDays = 30;
export const maxWebhooks = 50;

const common = { access: 'admin', area: 'applications' } as const;
/**
 * A receiver gets data of the instance also after the session, or the API token, with which it was added; without it, nothing
 * outside of the instance records what is done.
 */
const changesReceiver = { requiresReauthentication: true } as const;
const IdParam = z.object({ id: PathId });
const entryId = pathInteger(Number.MAX_SAFE_INTEGER, 'id');
const DeliveryParam = z.object({ id: PathId, deliveryId: entryId });
/** The key with which receivers verify signatures, as Standard Webhooks writes it: `whsec_…`. */
const SigningSecret = z.object({ signing_secret: z.string() });

export const listWebhooks = endpoint({
  ...common,
  method: 'GET',
  path: '/webhook',
  summary: 'List webhooks by their description',
  response: z.array(Webhook),
});

export const getWebhook = endpoint({
  ...common,
  method: 'GET',
  path: '/webhook/:id',
  summary: 'Show a webhook',
  params: IdParam,
  response: Webhook,
  errors: ['webhook_not_found'],
});

export const addWebhook = endpoint({
  ...common,
  ...changesReceiver,
  method: 'POST',
  path: '/webhook',
  summary: 'Add a webhook; the secret of its signatures is shown only once',
  body: NewWebhook,
  response: SigningSecret.extend({ id: Id }),
  status: 201,
  revealsSecret: true,
  errors: [
    'webhook_url_taken',
    'outbound_url_refused',
    'outbound_address_refused',
    'webhook_trigger_missing',
    'webhook_limit_reached',
  ],
});

export const updateWebhook = endpoint({
  ...common,
  ...changesReceiver,
  method: 'PUT',
  path: '/webhook/:id',
  summary: 'Change a webhook',
  params: IdParam,
  body: WebhookChange,
  response: z.object({}),
  errors: [
    'webhook_not_found',
    'webhook_url_taken',
    'outbound_url_refused',
    'outbound_address_refused',
    'webhook_token_needed',
    'webhook_trigger_missing',
  ],
});

export const setWebhookState = endpoint({
  ...common,
  ...changesReceiver,
  method: 'POST',
  path: '/webhook/:id',
  summary: 'Enable or disable a webhook; once enabled, it receives what happened meanwhile',
  params: IdParam,
  body: z.object({ enabled: z.boolean() }),
  response: z.object({}),
  errors: ['webhook_not_found', 'webhook_trigger_missing'],
});

export const deleteWebhook = endpoint({
  ...common,
  ...changesReceiver,
  method: 'DELETE',
  path: '/webhook/:id',
  summary: 'Remove a webhook',
  params: IdParam,
  response: z.object({}),
  errors: ['webhook_not_found'],
});

export const rotateWebhookSecret = endpoint({
  ...common,
  ...changesReceiver,
  method: 'POST',
  path: '/webhook/:id/rotate-secret',
  summary: 'Replace the secret of the signatures; the new one is shown only once',
  params: IdParam,
  /** How long requests are signed with the former secret too. */
  body: z.object({ overlap_hours: z.int().min(0).max(168).default(24) }),
  response: SigningSecret,
  revealsSecret: true,
  errors: ['webhook_not_found'],
});

export const testWebhook = endpoint({
  ...common,
  method: 'POST',
  path: '/webhook/:id/test',
  summary: 'Send a test event, also while the webhook is disabled',
  params: IdParam,
  response: WebhookDeliveryDetails,
  errors: ['webhook_not_found'],
});

export const replayWebhook = endpoint({
  ...common,
  ...changesReceiver,
  method: 'POST',
  path: '/webhook/:id/replay',
  summary: 'Deliver the events from a point in time again',
  params: IdParam,
  body: Replay,
  response: DeliveryState,
  errors: ['webhook_not_found'],
});

export const listWebhookDeliveries = endpoint({
  ...common,
  method: 'GET',
  path: '/webhook/:id/delivery',
  summary: 'List the requests to a webhook, latest first',
  params: IdParam,
  query: z.object({ before: entryId.optional() }),
  response: z.object({
    data: z.array(WebhookDelivery),
    /** `before` of the next page; null: this is the last one. */
    next: z.int().nullable(),
  }),
  errors: ['webhook_not_found'],
});

export const getWebhookDelivery = endpoint({
  ...common,
  // the content is that of the log
  area: 'activity-log',
  method: 'GET',
  path: '/webhook/:id/delivery/:deliveryId',
  summary: 'Show a request to a webhook and its answer',
  params: DeliveryParam,
  response: WebhookDeliveryDetails,
  errors: ['webhook_not_found', 'webhook_delivery_not_found'],
});

export const redeliverWebhook = endpoint({
  ...common,
  method: 'POST',
  path: '/webhook/:id/delivery/:deliveryId/redeliver',
  summary: 'Send a request again at once, with the same content and message id',
  params: DeliveryParam,
  response: WebhookDeliveryDetails,
  errors: ['webhook_not_found', 'webhook_delivery_not_found'],
});
