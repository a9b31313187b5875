// Reads user for the people for whom tokens are issued.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { rethrowTaken } from './devices.queries.ts';

/** Replaces the unused tokens of the user and of the device; expired ones of others are deleted too. */
export async function replaceEnrollment(
  tx: Tx,
  token: { readonly hash: Buffer; readonly deviceId: number; readonly userId: number; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  const { hash: token_hash, deviceId: device_id, userId: user_id, expiresAt: expires_at } = token;
  await tx
    .deleteFrom('device_enrollment')
    .where((where) =>
      where.or([where('user_id', '=', user_id), where('device_id', '=', device_id), where('expires_at', '<=', now)]),
    )
    .execute();
  await tx.insertInto('device_enrollment').values({ token_hash, device_id, user_id, expires_at }).execute();
}

export interface EnrollmentRow {
  readonly device_id: number;
  readonly user_id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly expires_at: Date;
}

/** Shortens the validity of a token that is used, to `until` at most. Undefined if there is no valid one. */
export async function startEnrollment(
  db: Database,
  { hash, now, until }: { readonly hash: Buffer; readonly now: Date; readonly until: Date },
): Promise<EnrollmentRow | undefined> {
  const { rows } = await sql<EnrollmentRow>`
    update device_enrollment e set expires_at = least(e.expires_at, ${until}::timestamptz) from "user" u
    where e.token_hash = ${hash} and e.expires_at > ${now} and u.id = e.user_id
    returning e.device_id, e.user_id, u.username, u.first_name, u.last_name, u.email, u.is_active, e.expires_at`.execute(
    db,
  );
  return rows[0];
}

/** The device of a valid token. */
export async function findEnrolledDevice(tx: Tx, hash: Buffer, now: Date): Promise<number | undefined> {
  const found = await tx
    .selectFrom('device_enrollment')
    .select('device_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.device_id;
}

/** Deletes the token, so that only one of several concurrent calls gets it. Undefined if there is no valid one. */
export async function takeEnrollment(tx: Tx, hash: Buffer, now: Date): Promise<EnrollmentRow | undefined> {
  const { rows } = await sql<EnrollmentRow>`
    delete from device_enrollment e using "user" u
    where e.token_hash = ${hash} and e.expires_at > ${now} and u.id = e.user_id
    returning e.device_id, e.user_id, u.username, u.first_name, u.last_name, u.email, u.is_active, e.expires_at`.execute(
    tx,
  );
  return rows[0];
}

/** The caller has locked the owner. @throws public_key_taken */
export async function configureDevice(tx: Tx, id: number, publicKey: string, at: Date): Promise<void> {
  await tx
    .updateTable('device')
    .set({ public_key: publicKey, configured: true, key_changed_at: at })
    .where('id', '=', id)
    .execute()
    .catch(rethrowTaken);
}

export async function setPollToken(tx: Tx, deviceId: number, hash: Buffer): Promise<void> {
  await tx
    .insertInto('device_poll_token')
    .values({ device_id: deviceId, token_hash: hash })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ token_hash: hash }))
    .execute();
}

/** The configured device that the token belongs to, and whether its owner is active. */
export async function findPolledDevice(
  db: Database,
  hash: Buffer,
): Promise<{ device_id: number; is_active: boolean } | undefined> {
  const { rows } = await sql<{ device_id: number; is_active: boolean }>`
    select d.id as device_id, u.is_active from device_poll_token t join device d on d.id = t.device_id
      join "user" u on u.id = d.user_id
    where t.token_hash = ${hash} and d.configured`.execute(db);
  return rows[0];
}

/** Never changes. */
export async function findInstanceId(db: Database | Tx): Promise<string> {
  const { id } = await db.selectFrom('instance_identity').select('id').executeTakeFirstOrThrow();
  return id;
}
