import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import {
  type addWebhook,
  maxWebhooks,
  type updateWebhook,
  webhookDeliveryPageSize,
} from '@gatewarden/contract/webhooks';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  deleteDestination,
  insertDestination,
  isSameReceiver,
  lockDestinationCount,
  type PresentedState,
  requireCallable,
  restartDestination,
  setDestinationEnabled,
  setDestinationPosition,
  toDeliveryError,
  withStates,
} from '../delivery/index.ts';
import * as deliveries from './deliveries.queries.ts';
import { selectedEvents } from './payloads.ts';
import type { Message, Sender } from './send-message.ts';
import { generateSigningSecret } from './sign-message.ts';
import { toRecord } from './webhook-destination.ts';
import { webhookSecretKinds } from './webhook-secrets.ts';
import type { WebhookSnapshot } from './webhooks.events.ts';
import * as queries from './webhooks.queries.ts';

type NewWebhook = BodyOf<typeof addWebhook>;
type WebhookChange = BodyOf<typeof updateWebhook>;

export interface ListedWebhook {
  readonly webhook: queries.WebhookRow;
  /** `waiting` counts the entries that are sent, if no more than `maxCounted` entries wait. */
  readonly state: PresentedState;
}

export interface WebhooksService {
  list(): Promise<ListedWebhook[]>;
  /** @throws webhook_not_found */
  get(id: number): Promise<ListedWebhook>;
  /**
   * Returns the secret of signatures, which is not shown again.
   * @throws webhook_url_taken, outbound_url_refused, outbound_address_refused, webhook_trigger_missing, webhook_limit_reached
   */
  add(origin: Origin, webhook: NewWebhook): Promise<{ readonly id: number; readonly signingSecret: string }>;
  /**
   * A stored token is not sent to another receiver.
   * @throws webhook_not_found, webhook_url_taken, outbound_url_refused, outbound_address_refused, webhook_token_needed,
   *   webhook_trigger_missing
   */
  update(origin: Origin, id: number, change: WebhookChange): Promise<void>;
  /** @throws webhook_not_found, webhook_trigger_missing */
  setState(origin: Origin, id: number, isEnabled: boolean): Promise<void>;
  /** @throws webhook_not_found */
  remove(origin: Origin, id: number): Promise<void>;
  /** Requests are signed with both secrets for `overlapHours`. @throws webhook_not_found */
  rotateSecret(origin: Origin, id: number, overlapHours: number): Promise<string>;
  /** @throws webhook_not_found */
  replay(origin: Origin, id: number, from: Date): Promise<PresentedState>;
  /** Sends immediately, also while the webhook is disabled. @throws webhook_not_found */
  test(id: number): Promise<deliveries.DeliveryRow>;
  /** @throws webhook_not_found, webhook_delivery_not_found */
  redeliver(id: number, deliveryId: number): Promise<deliveries.DeliveryRow>;
  /** Latest first. `next` null: this is the last page. @throws webhook_not_found */
  listDeliveries(
    id: number,
    before: number | undefined,
  ): Promise<{ readonly rows: readonly deliveries.DeliveryRow[]; readonly next: number | null }>;
  /** @throws webhook_not_found, webhook_delivery_not_found */
  getDelivery(id: number, deliveryId: number): Promise<deliveries.DeliveryRow>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly outbound: Pick<Outbound, 'isListedHost'>;
  readonly sender: Sender;
}

const hourMilliseconds = 3_600_000;
/** Entries that are read to count those that match: a page that shows the number repeats this every few seconds. */
const maxCounted = 1_000;

export function createWebhooksService(dependencies: Dependencies): WebhooksService {
  const { db, events, clock, secrets, outbound, sender } = dependencies;

  const requireUrl = (url: string) => requireCallable({ url, field: 'url', secure: 'https:' }, outbound);

  async function requireWebhook(tx: Tx, id: number): Promise<queries.WebhookRow> {
    return (await queries.lockWebhook(tx, id)) ?? notFound();
  }

  async function find(id: number): Promise<queries.WebhookRow> {
    return (await queries.findWebhook(db, id)) ?? notFound();
  }

  async function withMatching(read: Database | Tx, webhooks: readonly queries.WebhookRow[]): Promise<ListedWebhook[]> {
    const rows = await withStates(read, webhooks);
    const counted = await queries.countWaiting(
      read,
      rows
        .filter(({ state }) => state.waiting > 0 && state.waiting <= maxCounted)
        .map(({ row }) => ({ id: row.id, events: selectedEvents(row) })),
      maxCounted,
    );
    return rows.map(({ row: webhook, state }) => {
      if (state.waiting > maxCounted) return { webhook, state: { ...state, includes_unmatched: true } };
      const { waiting, since } = counted.get(webhook.id) ?? { waiting: 0, since: null };
      return { webhook, state: { ...state, waiting, waiting_since: since } };
    });
  }

  async function listedOf(read: Database | Tx, webhook: queries.WebhookRow): Promise<ListedWebhook> {
    const [listed] = await withMatching(read, [webhook]);
    return listed ?? notFound();
  }

  async function getDelivery(id: number, deliveryId: number): Promise<deliveries.DeliveryRow> {
    await find(id);
    const row = await deliveries.findDelivery(db, id, deliveryId);
    if (!row) throw new DomainError('webhook_delivery_not_found');
    return row;
  }

  /** Outside of a transaction: the receiver may be slow. */
  async function sendNow(id: number, message: Message, entryId: number | null): Promise<deliveries.DeliveryRow> {
    const webhook = await find(id);
    const begin = clock.now();
    const sent = await sender
      .open(webhook)
      .then((send) => send(message))
      .catch((error: unknown) => {
        const failure = toDeliveryError(error);
        return { at: begin, duration_ms: 0, status: null, answer: null, error: failure };
      });
    return deliveries.insertDelivery(db, toRecord(id, message, sent, { entryId, attempt: null }));
  }

  return {
    list: async () => withMatching(db, await queries.listWebhooks(db)),
    get: async (id) => listedOf(db, await find(id)),
    async add(origin, { token, enabled, ...fields }) {
      requireUrl(fields.url);
      requireTrigger(fields, enabled);
      const signingSecret = generateSigningSecret();
      return inTransaction(db, async (tx) => {
        if ((await lockDestinationCount(tx, 'webhook')) >= maxWebhooks) throw new DomainError('webhook_limit_reached');
        const id = await insertDestination(tx, 'webhook', enabled);
        await queries.insertWebhook(tx, id, fields);
        await secrets.set(tx, { kind: webhookSecretKinds.token, owner: id }, token);
        await secrets.set(tx, { kind: webhookSecretKinds.signingKey, owner: id }, signingSecret);
        await events.publish(tx, 'webhook.added', origin, { webhook: { id, ...fields, enabled } });
        return { id, signingSecret };
      });
    },
    async update(origin, id, { token, enabled, ...change }) {
      requireUrl(change.url);
      await inTransaction(db, async (tx) => {
        const before = await requireWebhook(tx, id);
        const fields = { ...change, events: change.events ?? before.events };
        requireTrigger(fields, enabled);
        if (token === '' && !isSameReceiver(fields.url, before.url))
          throw new DomainError('webhook_token_needed', { field: 'token' });
        const name = { kind: webhookSecretKinds.token, owner: id };
        const isTokenNew = token !== '' && token !== (await secrets.get(tx, name));
        const after = { id, ...fields, enabled };
        if (!isTokenNew && isDeepStrictEqual(after, toSnapshot(before))) return;
        await queries.updateWebhook(tx, id, fields);
        if (isTokenNew) await secrets.set(tx, name, token);
        if (enabled === before.is_enabled) await restartDestination(tx, id);
        else await setDestinationEnabled(tx, id, enabled);
        const payload = { before: toSnapshot(before), after, token_changed: isTokenNew };
        await events.publish(tx, 'webhook.modified', origin, payload);
      });
    },
    setState: (origin, id, enabled) =>
      inTransaction(db, async (tx) => {
        const webhook = await requireWebhook(tx, id);
        if (webhook.is_enabled === enabled) return;
        requireTrigger(webhook, enabled);
        await setDestinationEnabled(tx, id, enabled);
        const snapshot = { ...toSnapshot(webhook), enabled };
        await events.publish(tx, 'webhook.state-changed', origin, { webhook: snapshot, enabled });
      }),
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        const webhook = await requireWebhook(tx, id);
        await deleteDestination(tx, id);
        await events.publish(tx, 'webhook.removed', origin, { webhook: toSnapshot(webhook) });
      }),
    rotateSecret: (origin, id, overlap_hours) =>
      inTransaction(db, async (tx) => {
        const webhook = await requireWebhook(tx, id);
        const former = await secrets.get(tx, { kind: webhookSecretKinds.signingKey, owner: id });
        const signingSecret = generateSigningSecret();
        if (former !== undefined) await secrets.set(tx, { kind: webhookSecretKinds.formerKey, owner: id }, former);
        await secrets.set(tx, { kind: webhookSecretKinds.signingKey, owner: id }, signingSecret);
        const until = new Date(clock.now().getTime() + overlap_hours * hourMilliseconds);
        await queries.setFormerKeyUntil(tx, id, overlap_hours > 0 ? until : null);
        await events.publish(tx, 'webhook.secret-rotated', origin, { webhook: toSnapshot(webhook), overlap_hours });
        return signingSecret;
      }),
    replay: (origin, id, from) =>
      inTransaction(db, async (tx) => {
        const webhook = await requireWebhook(tx, id);
        await setDestinationPosition(tx, id, from);
        const payload = { webhook: toSnapshot(webhook), from: from.toISOString() };
        await events.publish(tx, 'webhook.replayed', origin, payload);
        return (await listedOf(tx, webhook)).state;
      }),
    test: (id) => {
      const at = clock.now();
      const body = JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: {} });
      return sendNow(id, { id: `msg_${id}_test_${at.getTime()}`, event: 'test', body }, null);
    },
    async redeliver(id, deliveryId) {
      const { message_id, event, body, entry_id } = await getDelivery(id, deliveryId);
      return sendNow(id, { id: message_id, event, body }, entry_id);
    },
    async listDeliveries(id, before) {
      await find(id);
      const rows = await deliveries.listDeliveries(db, id, before);
      const shown = rows.slice(0, webhookDeliveryPageSize);
      return { rows: shown, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
    },
    getDelivery,
  };
}

function notFound(): never {
  throw new DomainError('webhook_not_found');
}

function requireTrigger(fields: queries.WebhookFields, isEnabled: boolean): void {
  const { on_user_created, on_user_deleted, on_user_modified, on_hwkey_provision, events } = fields;
  const isTriggered = on_user_created || on_user_deleted || on_user_modified || on_hwkey_provision || events.length > 0;
  if (isEnabled && !isTriggered) throw new DomainError('webhook_trigger_missing', { field: 'events' });
}

export function toSnapshot({
  is_enabled: enabled,
  former_key_until: _until,
  attempts: _attempts,
  ...fields
}: queries.WebhookRow): WebhookSnapshot {
  return { ...fields, enabled };
}
