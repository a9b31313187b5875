// Joins delivery_destination, which the feature `delivery` writes.
import type { StreamType } from '@gatewarden/contract/activity-streams';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** What an administrator sets, apart from the password. */
export interface StreamFields {
  readonly name: string;
  readonly stream_type: StreamType;
  readonly url: string;
  readonly username: string | null;
  /** PEM. */
  readonly cert: string | null;
}

export interface StreamRow extends StreamFields {
  readonly id: number;
  readonly is_enabled: boolean;
}

function selectStreams(db: Database | Tx) {
  return db
    .selectFrom('activity_stream as s')
    .innerJoin('delivery_destination as d', 'd.id', 's.id')
    .select(['s.id', 's.name', sql<StreamType>`s.stream_type`.as('stream_type'), 's.url', 's.username', 's.cert'])
    .select('d.is_enabled');
}

export function listStreams(db: Database): Promise<StreamRow[]> {
  return selectStreams(db).orderBy('s.name').orderBy('s.id').execute();
}

export function findStream(db: Database | Tx, id: number): Promise<StreamRow | undefined> {
  return selectStreams(db).where('s.id', '=', id).executeTakeFirst();
}

export function lockStream(tx: Tx, id: number): Promise<StreamRow | undefined> {
  return selectStreams(tx).where('s.id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertStream(tx: Tx, id: number, fields: StreamFields): Promise<void> {
  await tx
    .insertInto('activity_stream')
    .values({ id, ...fields })
    .execute();
}

export async function updateStream(tx: Tx, id: number, fields: StreamFields): Promise<void> {
  await tx.updateTable('activity_stream').set(fields).where('id', '=', id).execute();
}
