// Reads instance_identity, device and location for what clients are told; devices and locations write them.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { entitledUsers } from '../locations/index.ts';

/** Never changes. */
export async function findInstanceId(db: Database): Promise<string> {
  const { id } = await db.selectFrom('instance_identity').select('id').executeTakeFirstOrThrow();
  return id;
}

/** Names of the devices of the user, oldest first. */
export async function listDeviceNames(db: Database, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('device')
    .select('name')
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
}

/** Whether a location that the user may use asks for a second factor of this instance. */
export async function needsSecondFactor(db: Database, userId: number): Promise<boolean> {
  const locations = sql`select id from location where mfa_mode = 'internal'`;
  const { rows } = await sql`select from ${entitledUsers(locations, sql`select ${userId}::int`)} e limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a location asks for a second factor of this instance. */
export async function hasInternalMfa(db: Database): Promise<boolean> {
  const { rows } = await sql`select from location where mfa_mode = 'internal' limit 1`.execute(db);
  return rows.length > 0;
}
