// Reads user, location, settings and identity_provider for what a client is told; each is written by its own feature.
import { sql } from 'kysely';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { selectAssignments } from './assignment-rows.queries.ts';

/** Undefined if no device of the user has the key. */
export function findOwnDevice(
  db: Database | Tx,
  userId: number,
  publicKey: string,
): Promise<{ id: number; suspended_at: Date | null } | undefined> {
  return db
    .selectFrom('device')
    .select(['id', 'suspended_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
}

export interface PolledDeviceRow {
  readonly device_id: number;
  /** Whether the owner is active. */
  readonly is_active: boolean;
  readonly is_suspended: boolean;
  /** A hash of all that the answer to the client contains and the database knows. */
  readonly fingerprint: string;
  /** When a poll was last recorded. */
  readonly polled_at: Date | null;
}

interface TokenOfDevice extends PolledDeviceRow {
  /** Of the token, in hexadecimal. */
  readonly hash: string;
}

const selectPolled = compileOnce((db, hashes: string) => {
  const assignments = selectAssignments(db).where('dl.device_id', '=', sql.ref<number>('d.id'));
  // settings: those that the answer contains or that decide whether there is one
  return sql<TokenOfDevice>`
    select requested.hash, polled.*
    from json_array_elements_text(${hashes}::json) as requested(hash), lateral (
      select d.id as device_id, t.polled_at, u.is_active, d.suspended_at is not null as is_suspended,
        encode(sha256(convert_to(json_build_array(
          d.id, d.name, d.public_key, d.user_id, extract(epoch from d.created_at), u.username,
          (select json_agg(a) from (${assignments}) a),
          (select json_build_array(s.changed->'instance_name', s.changed->'disable_all_traffic', s.changed->'wireguard_enabled')
            from settings s),
          (select p.display_name from identity_provider p where p.is_enabled order by p.id limit 1)
        )::text, 'UTF8')), 'hex') as fingerprint
      from device_poll_token t join device d on d.id = t.device_id join "user" u on u.id = d.user_id
      where t.token_hash = decode(requested.hash, 'hex') and d.configured
      offset 0) as polled`.compile(db);
});

/** The configured devices that the tokens belong to, by the hash of the token in hexadecimal. */
export async function findPolledDevices(
  db: Database,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, PolledDeviceRow>> {
  const rows = await selectPolled(db, JSON.stringify(hashes));
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Records the poll if none was recorded since the instant, so that one of several concurrent polls is. */
export async function recordPoll(
  db: Database,
  deviceId: number,
  { client, at, since }: { readonly client: string | null; readonly at: Date; readonly since: Date },
): Promise<void> {
  await db
    .updateTable('device_poll_token')
    .set({ client, polled_at: at })
    .where('device_id', '=', deviceId)
    .where(({ or, eb }) => or([eb('polled_at', 'is', null), eb('polled_at', '<=', since)]))
    .execute();
}
