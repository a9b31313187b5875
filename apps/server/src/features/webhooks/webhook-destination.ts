import type { UserInfo } from '@gatewarden/contract/users';
import type { Database } from '../../platform/database/database.ts';
import type { ExportedRow } from '../activity-log/index.ts';
import type { DestinationKind } from '../delivery/index.ts';
import { insertDeliveries, type NewDeliveryRow } from './deliveries.queries.ts';
import { payloadsOf } from './payloads.ts';
import type { Message, Sender, Sent } from './send-message.ts';
import { findWebhook, type WebhookRow } from './webhooks.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly sender: Sender;
  readonly findUserInfo: (userId: number) => Promise<UserInfo | undefined>;
  readonly onStopped: DestinationKind['onStopped'];
}

/** Entries that are read together. */
const maxEntries = 100;
/** Requests after which progress is stored: as many are repeated if core is killed. */
const messagesPerRecord = 20;

/** Webhooks as destinations of the activity log: one request for each event that a trigger selects. */
export function createWebhookDestination({ db, sender, findUserInfo, onStopped }: Dependencies): DestinationKind {
  return {
    name: 'webhook',
    maxEntries,
    onStopped,
    async deliver(id, entries, { reached, signal }) {
      const webhook = await findWebhook(db, id);
      if (!webhook) return false;
      const send = await sender.open(webhook);
      let attempt = webhook.attempts + 1;
      let hasSent = false;
      let records: NewDeliveryRow[] = [];
      const record = async () => {
        await insertDeliveries(db, records);
        records = [];
      };
      for (const entry of entries) {
        for (const message of await messagesOf(webhook, entry, findUserInfo)) {
          const sent = await send(message, signal);
          records.push(toRecord(webhook.id, message, sent, { entryId: entry.id, attempt }));
          if (sent.error) {
            await record();
            // not before the first: progress would end the count of failed attempts
            if (entry !== entries[0]) await reached(entry.id - 1);
            throw sent.error;
          }
          attempt = 1;
          hasSent = true;
        }
        if (records.length < messagesPerRecord) continue;
        await record();
        if (!(await reached(entry.id))) return false;
      }
      await record();
      return hasSent;
    },
  };
}

async function messagesOf(
  webhook: WebhookRow,
  entry: ExportedRow,
  findUserInfo: Dependencies['findUserInfo'],
): Promise<Message[]> {
  const payloads = await payloadsOf(webhook, entry, findUserInfo);
  return payloads.map(({ event, subject, body }) => ({
    id: `msg_${webhook.id}_${entry.id}_${subject}`,
    event,
    body: JSON.stringify(body),
  }));
}

/** `entryId` null: a test; `attempt` null: an administrator sent it. */
export function toRecord(
  webhookId: number,
  { id, event, body }: Message,
  { error, ...sent }: Sent,
  { entryId, attempt }: { readonly entryId: number | null; readonly attempt: number | null },
): NewDeliveryRow {
  return {
    ...sent,
    webhook_id: webhookId,
    entry_id: entryId,
    message_id: id,
    event,
    attempt,
    body,
    error_reason: error?.reason ?? null,
    error_detail: error?.detail ?? null,
  };
}
