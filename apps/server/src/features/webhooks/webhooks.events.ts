import { type StopFacts, withoutQuery } from '../delivery/index.ts';
import type { EventRules } from '../event-rules.ts';
import type { WebhookFields } from './webhooks.queries.ts';

/** A webhook as the activity log stores it: without secrets. */
export interface WebhookSnapshot extends WebhookFields {
  readonly id: number;
  readonly enabled: boolean;
}

interface WebhookEvents {
  'webhook.added': { readonly webhook: WebhookSnapshot };
  'webhook.modified': {
    readonly before: WebhookSnapshot;
    readonly after: WebhookSnapshot;
    /** The token was replaced. */
    readonly token_changed: boolean;
  };
  'webhook.state-changed': { readonly webhook: WebhookSnapshot; readonly enabled: boolean };
  'webhook.removed': { readonly webhook: WebhookSnapshot };
  'webhook.secret-rotated': { readonly webhook: WebhookSnapshot; readonly overlap_hours: number };
  'webhook.replayed': { readonly webhook: WebhookSnapshot; readonly from: string };
  /** Core disabled it. */
  'webhook.stopped': StopFacts & { readonly webhook: WebhookSnapshot };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends WebhookEvents {}
}

/** For some receivers, the query of the address is what admits a request. */
const logged = (webhook: WebhookSnapshot) => ({ ...webhook, url: withoutQuery(webhook.url) });

const stale = { admins: ['webhooks'] } as const;

export const webhookEvents = {
  'webhook.added': {
    entry: ({ webhook }) => ({
      event: 'web_hook_added',
      description: `Webhook ${webhook.description}`,
      metadata: { webhook: logged(webhook) },
    }),
    stale,
  },
  'webhook.modified': {
    entry: ({ before, after, token_changed }) => ({
      event: 'web_hook_modified',
      description: `Webhook ${after.description}`,
      metadata: { before: logged(before), after: logged(after), ...(token_changed && { token_changed }) },
    }),
    stale,
  },
  'webhook.state-changed': {
    entry: ({ webhook, enabled }) => ({
      event: 'web_hook_state_changed',
      description: `Webhook ${webhook.description}: ${enabled ? 'enabled' : 'disabled'}`,
      metadata: { webhook: logged(webhook), enabled },
    }),
    stale: { admins: ['webhooks', 'home'] },
  },
  'webhook.removed': {
    entry: ({ webhook }) => ({
      event: 'web_hook_removed',
      description: `Webhook ${webhook.description}`,
      metadata: { webhook: logged(webhook) },
    }),
    stale: { admins: ['webhooks', 'home'] },
  },
  'webhook.secret-rotated': {
    entry: ({ webhook, overlap_hours }) => ({
      event: 'web_hook_secret_rotated',
      description: `Webhook ${webhook.description}`,
      metadata: { webhook: logged(webhook), overlap_hours },
    }),
    stale,
  },
  'webhook.replayed': {
    entry: ({ webhook, from }) => ({
      event: 'web_hook_replayed',
      description: `Webhook ${webhook.description}, from ${from}`,
      metadata: { webhook: logged(webhook), from },
    }),
    stale,
  },
  'webhook.stopped': {
    entry: ({ webhook, reason, error, since }) => ({
      event: 'web_hook_stopped',
      description: `Webhook ${webhook.description}: ${error}`,
      metadata: { webhook: logged(webhook), reason, error, since },
    }),
    stale: { admins: ['webhooks', 'home'] },
  },
} as const satisfies EventRules<WebhookEvents>;
