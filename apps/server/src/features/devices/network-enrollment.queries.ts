// Reads user, group, group_member and api_token for the people for whom and by whom tokens are issued; each is written by
// its own feature.
import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { rethrowTaken } from './devices.queries.ts';

interface NewEnrollment {
  readonly hash: Buffer;
  readonly deviceId: number;
  /** The owner of the device. */
  readonly userId: number;
  readonly issuerId: number;
  /** The API token of the issuer; undefined: a session. */
  readonly apiTokenId: number | undefined;
  readonly expiresAt: Date;
}

/**
 * Replaces the unused tokens of the user and of the device; expired ones of others are deleted too. Stores none if the API
 * token of the issuer was deleted meanwhile: the request then fails when it commits.
 */
export async function replaceEnrollment(tx: Tx, token: NewEnrollment, now: Date): Promise<void> {
  const { hash, deviceId, userId, issuerId, apiTokenId = null, expiresAt } = token;
  await tx
    .deleteFrom('device_enrollment')
    .where((where) =>
      where.or([where('user_id', '=', userId), where('device_id', '=', deviceId), where('expires_at', '<=', now)]),
    )
    .execute();
  await sql`
    insert into device_enrollment (token_hash, device_id, user_id, issuer_id, api_token_id, expires_at)
    select ${hash}::bytea, ${deviceId}::int, ${userId}::int, ${issuerId}::int, ${apiTokenId}::int, ${expiresAt}::timestamptz
    where ${apiTokenId}::int is null
      or exists (select from api_token where id = ${apiTokenId} for key share)`.execute(tx);
}

export async function deleteAllEnrollments(tx: Tx): Promise<void> {
  await tx.deleteFrom('device_enrollment').execute();
}

/** The caller has locked the issuer. */
export async function deleteEnrollmentsBy(tx: Tx, issuerId: number): Promise<void> {
  await tx.deleteFrom('device_enrollment').where('issuer_id', '=', issuerId).execute();
}

/** Deletes the tokens of those of the users who are not active administrators. */
export async function deleteEnrollmentsOfFormerAdmins(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('device_enrollment as e')
    .where('e.issuer_id', '=', anyOf(userIds))
    .where(sql<boolean>`not ${isIssuedByAdmin}`)
    .execute();
}

/** Whether the issuer of the token `e` is an active administrator. */
const isIssuedByAdmin = sql<boolean>`exists (
  select from "user" i join group_member m on m.user_id = i.id join "group" g on g.id = m.group_id
  where i.id = e.issuer_id and i.is_active and g.is_admin)`;

/** Whether the token `e` is valid: a session that ended does not matter, and a deleted API token deletes it. */
const isValid = (hash: Buffer, now: Date) => sql<boolean>`(
  e.token_hash = ${hash} and e.expires_at > ${now} and ${isIssuedByAdmin}
  and (e.api_token_id is null or exists (
    select from api_token t where t.id = e.api_token_id and (t.expires_at is null or t.expires_at > ${now}))))`;

export interface EnrollmentRow {
  readonly device_id: number;
  /** The owner of the device. */
  readonly user_id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly issuer: {
    readonly id: number;
    readonly username: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
  };
  readonly expires_at: Date;
}

const returned =
  sql.raw(`e.device_id, e.user_id, u.username, u.first_name, u.last_name, u.email, u.is_active, e.expires_at,
  (select json_build_object('id', i.id, 'username', i.username, 'first_name', i.first_name, 'last_name', i.last_name,
    'email', i.email) from "user" i where i.id = e.issuer_id) as issuer`);

/** Shortens the validity of a token that is used, to `until` at most. Undefined if there is no valid one. */
export async function startEnrollment(
  db: Database,
  { hash, now, until }: { readonly hash: Buffer; readonly now: Date; readonly until: Date },
): Promise<EnrollmentRow | undefined> {
  const { rows } = await sql<EnrollmentRow>`
    update device_enrollment e set expires_at = least(e.expires_at, ${until}::timestamptz) from "user" u
    where ${isValid(hash, now)} and u.id = e.user_id
    returning ${returned}`.execute(db);
  return rows[0];
}

interface EnrolledDeviceRow {
  readonly device_id: number;
  readonly user_id: number;
  readonly issuer_id: number;
}

/** The device of a valid token, with its owner and the issuer. */
export async function findEnrolledDevice(tx: Tx, hash: Buffer, now: Date): Promise<EnrolledDeviceRow | undefined> {
  return tx
    .selectFrom('device_enrollment as e')
    .select(['e.device_id', 'e.user_id', 'e.issuer_id'])
    .where(isValid(hash, now))
    .executeTakeFirst();
}

/**
 * Deletes the token, so that only one of several concurrent calls gets it. Undefined if there is no valid one. The caller has
 * locked the issuer.
 */
export async function takeEnrollment(tx: Tx, hash: Buffer, now: Date): Promise<EnrollmentRow | undefined> {
  const { rows } = await sql<EnrollmentRow>`
    delete from device_enrollment e using "user" u
    where ${isValid(hash, now)} and u.id = e.user_id
    returning ${returned}`.execute(tx);
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
