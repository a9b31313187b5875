// Joins delivery_destination, which the feature `delivery` writes, and reads activity_entry.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { rethrowUniqueViolationAs } from '../../platform/database/database.ts';

/** What an administrator sets, apart from secrets. */
export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly on_user_created: boolean;
  readonly on_user_deleted: boolean;
  readonly on_user_modified: boolean;
  readonly on_hwkey_provision: boolean;
  /** Events of the activity log. */
  readonly events: readonly string[];
}

export interface WebhookRow extends WebhookFields {
  readonly id: number;
  readonly is_enabled: boolean;
  readonly former_key_until: Date | null;
  /** Failed attempts in a row. */
  readonly attempts: number;
}

function selectWebhooks(db: Database | Tx) {
  return db
    .selectFrom('webhook as w')
    .innerJoin('delivery_destination as d', 'd.id', 'w.id')
    .select([
      'w.id',
      'w.url',
      'w.description',
      'w.on_user_created',
      'w.on_user_deleted',
      'w.on_user_modified',
      'w.on_hwkey_provision',
      'w.events',
      'w.former_key_until',
      'd.is_enabled',
      'd.attempts',
    ]);
}

export function listWebhooks(db: Database): Promise<WebhookRow[]> {
  return selectWebhooks(db).orderBy('w.description').orderBy('w.id').execute();
}

export function findWebhook(db: Database | Tx, id: number): Promise<WebhookRow | undefined> {
  return selectWebhooks(db).where('w.id', '=', id).executeTakeFirst();
}

export function lockWebhook(tx: Tx, id: number): Promise<WebhookRow | undefined> {
  return selectWebhooks(tx).where('w.id', '=', id).forUpdate().executeTakeFirst();
}

/** @throws webhook_url_taken */
export async function insertWebhook(tx: Tx, id: number, fields: WebhookFields): Promise<void> {
  await tx
    .insertInto('webhook')
    .values({ id, ...fields, events: [...fields.events] })
    .execute()
    .catch(rethrowUniqueViolationAs('webhook_url', 'webhook_url_taken', 'url'));
}

/** @throws webhook_url_taken */
export async function updateWebhook(tx: Tx, id: number, fields: WebhookFields): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ ...fields, events: [...fields.events] })
    .where('id', '=', id)
    .execute()
    .catch(rethrowUniqueViolationAs('webhook_url', 'webhook_url_taken', 'url'));
}

interface Selection {
  /** Of the webhook. */
  readonly id: number;
  readonly events: readonly string[];
}

interface Waiting {
  readonly id: number;
  readonly waiting: number;
  /** Of the oldest; null if there is none. */
  readonly since: Date | null;
}

/** By webhook: entries with these events among the `limit` entries that wait longest. */
export async function countWaiting(
  db: Database | Tx,
  selections: readonly Selection[],
  limit: number,
): Promise<ReadonlyMap<number, Waiting>> {
  if (selections.length === 0) return new Map();
  const { rows } = await sql<Waiting>`
    select s.id, count(e.id)::integer as waiting, min(e.at) as since
    from json_to_recordset(${JSON.stringify(selections)}::json) as s(id integer, events text[])
      join delivery_destination d on d.id = s.id
      left join activity_entry e on e.id > d.position and e.id <= d.position + ${sql.lit(limit)} and e.event = any(s.events)
    group by s.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function setFormerKeyUntil(tx: Tx, id: number, until: Date | null): Promise<void> {
  await tx.updateTable('webhook').set({ former_key_until: until }).where('id', '=', id).execute();
}
