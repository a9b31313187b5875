import type { ActivityStream } from '@gatewarden/contract/activity-streams';
import type { DeliveryState } from '@gatewarden/contract/delivery';
import type { Webhook, WebhookDelivery, WebhookDeliveryDetails } from '@gatewarden/contract/webhooks';

const at = '2030-01-31T12:00:00';

/** Answers of the calls about webhooks and streams of the activity log. */
export const givenDelivery = {
  state: (overrides: Partial<DeliveryState> = {}): DeliveryState => ({
    waiting: 0,
    waiting_since: null,
    last_delivered_at: at,
    failing_since: null,
    attempts: 0,
    next_attempt_at: null,
    error: null,
    stopped: null,
    ...overrides,
  }),

  /** Of a receiver that answers with status 503. */
  failing: (overrides: Partial<DeliveryState> = {}): DeliveryState => ({
    waiting: 42,
    waiting_since: at,
    last_delivered_at: at,
    failing_since: at,
    attempts: 7,
    next_attempt_at: '2999-01-31T12:00:00',
    error: { reason: 'status', detail: '503' },
    stopped: null,
    ...overrides,
  }),

  webhook: (overrides: Partial<Webhook> = {}): Webhook => ({
    id: 1,
    url: 'https://tickets.example.com/hooks',
    description: 'Tickets',
    token: '',
    enabled: true,
    on_user_created: true,
    on_user_deleted: false,
    on_user_modified: false,
    on_hwkey_provision: false,
    events: ['gateway_disconnected'],
    former_secret_until: null,
    state: givenDelivery.state(),
    ...overrides,
  }),

  delivery: (overrides: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
    id: 1,
    event: 'user_created',
    entry_id: 7,
    at,
    attempt: 1,
    duration_ms: 12,
    status: 200,
    error: null,
    ...overrides,
  }),

  details: (overrides: Partial<WebhookDeliveryDetails> = {}): WebhookDeliveryDetails => ({
    ...givenDelivery.delivery(),
    message_id: 'msg_1_7',
    request_body: '{"username":"eve"}',
    answer: 'ok',
    ...overrides,
  }),

  stream: (overrides: Partial<ActivityStream> = {}): ActivityStream => ({
    id: 1,
    name: 'Vault',
    stream_type: 'vector_http',
    config: { url: 'https://vector.example.com:8080/', username: 'core', password_set: true, cert: null },
    enabled: true,
    state: givenDelivery.state(),
    ...overrides,
  }),
};
