import { webhookDeliveryPageSize } from '@gatewarden/contract/webhooks';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** A request to a webhook. */
export interface NewDeliveryRow {
  readonly webhook_id: number;
  /** Null: a test. */
  readonly entry_id: number | null;
  readonly message_id: string;
  readonly event: string;
  readonly at: Date;
  /** Null: an administrator sent it. */
  readonly attempt: number | null;
  readonly body: string;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly error_reason: string | null;
  readonly error_detail: string | null;
}

export interface DeliveryRow extends NewDeliveryRow {
  readonly id: number;
}

export async function insertDeliveries(db: Database | Tx, rows: readonly NewDeliveryRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('webhook_delivery')
      .values([...rows])
      .execute();
}

export async function insertDelivery(db: Database, row: NewDeliveryRow): Promise<DeliveryRow> {
  const { id } = await db.insertInto('webhook_delivery').values(row).returning('id').executeTakeFirstOrThrow();
  return { ...row, id };
}

/** Latest first, one more than a page if there are more. */
export function listDeliveries(db: Database, webhookId: number, before: number | undefined): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(webhookDeliveryPageSize + 1)
    .execute();
}

export function findDelivery(db: Database, webhookId: number, id: number): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Deletes old ones, and all but the latest `max` of each webhook. */
export async function deleteDeliveries(db: Database, { before, max }: { readonly before: Date; readonly max: number }) {
  await sql`
    delete from webhook_delivery d where d.at <= ${before}
      or d.id <= coalesce((select id from webhook_delivery where webhook_id = d.webhook_id
        order by id desc offset ${max} limit 1), 0)`.execute(db);
}
