// Reads location, device, device_auth_key, device_location, user, mfa, security_key and traffic_latest to decide on sessions; other
// features write them.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Connection } from './location-mfa.events.ts';

/** How a session was proved. */
export type Method = 'totp' | 'email' | 'biometric' | 'mobile_approve' | 'external' | 'security_key';
/** How a client wants to prove it; `browser`: in the console, with a method that the owner chooses there. */
export type AttemptMethod = Exclude<Method, 'security_key'> | 'browser';

/** A device of an active user in a location, and what the location requires. */
export interface Candidate extends Connection {
  readonly publicKey: string;
  readonly mfaMode: 'disabled' | 'internal' | 'external';
  readonly sessionHours: number;
  /** Whether the device belongs to the location, which depends on the groups of its owner. */
  readonly isAdmitted: boolean;
}

/** What events say of it. */
export function connectionOf(candidate: Candidate): Connection {
  const { deviceId, deviceName, userId, owner, locationId, locationName } = candidate;
  return { deviceId, deviceName, userId, owner, locationId, locationName };
}

/** Undefined if there is no such location, or no device with the key. */
export async function findCandidate(
  db: Database | Tx,
  device: { readonly publicKey: string } | { readonly id: number },
  locationId: number,
): Promise<Candidate | undefined> {
  const isWanted = 'id' in device ? sql`d.id = ${device.id}` : sql`d.public_key = ${device.publicKey}`;
  const { rows } = await sql<Candidate>`
    select d.id as "deviceId", d.name as "deviceName", d.public_key as "publicKey", u.id as "userId", u.username as owner, l.id as "locationId",
      l.name as "locationName", l.mfa_mode as "mfaMode", l.mfa_session_hours as "sessionHours",
      u.is_active and d.stopped_at is null and d.configured and exists (
        select from device_location dl where dl.device_id = d.id and dl.location_id = l.id) as "isAdmitted"
    from device d join "user" u on u.id = d.user_id cross join location l
    where ${isWanted} and d.kind = 'user' and l.id = ${locationId}`.execute(db);
  return rows[0];
}

/**
 * The device remains in the location until the transaction ends, and neither its key nor the location changes: a change ends
 * the sessions that exist when it is made. False if the device is not in the location.
 */
export async function lockAssignment(
  tx: Tx,
  { device_id, location_id }: Pick<Attempt, 'device_id' | 'location_id'>,
): Promise<boolean> {
  await tx.selectFrom('location').select('id').where('id', '=', location_id).forShare().execute();
  await tx.selectFrom('device').select('id').where('id', '=', device_id).forShare().execute();
  const found = await tx
    .selectFrom('device_location')
    .select('device_id')
    .where('device_id', '=', device_id)
    .where('location_id', '=', location_id)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

export async function isLocation(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('location').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export interface Attempt {
  readonly device_id: number;
  readonly location_id: number;
  readonly method: AttemptMethod;
  /** What the key of a phone must sign; null for other methods. */
  readonly challenge: string | null;
  readonly expires_at: Date;
  /** By a phone, in a browser or after a sign-in, after which the client of the device can receive the key; null before. */
  readonly approved_at: Date | null;
  /** Where the owner signed in; null before, and for other methods. */
  readonly provider_id: number | null;
}

interface NewAttempt extends Attempt {
  readonly token_hash: Buffer;
  /** The blocks from which it began; empty if unknown. */
  readonly address: string;
  readonly network: string;
  /** Of the id with which the owner opens it in the console; null for other methods. */
  readonly request_hash: Buffer | null;
  readonly client_ip: string | null;
  /** User-Agent. */
  readonly client_agent: string | null;
}

/** The first half of an advisory lock, whose other half is the device; no other lock of the product uses it. */
const attemptsLock = 793_411;

/**
 * The newest attempts of a device that remain, of those that no browser opened and no one approved. A stranger who knows its
 * public key can end such attempts of its owner only from the owner's network, or from many others.
 */
const maxAttempts = { ofAddress: 4, ofNetwork: 16, ofDevice: 128 };
/** Opened attempts of a device from one address. Only the owner opens those of the method `browser`. */
const maxOpened = 16;

/**
 * Ends the oldest attempts of the device that are too many, unless they were opened or approved. False if the device is not in the
 * location.
 */
export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<boolean> {
  const { device_id: deviceId } = attempt;
  const assigned = await tx
    .selectFrom('device_location')
    .select('device_id')
    .where('device_id', '=', deviceId)
    .where('location_id', '=', attempt.location_id)
    .forKeyShare()
    .executeTakeFirst();
  if (!assigned) return false;
  // concurrent attempts of the device would not see each other
  await sql`select pg_advisory_xact_lock(${attemptsLock}, ${deviceId})`.execute(tx);
  await tx.insertInto('location_sign_in').values(attempt).execute();
  await sql`
    delete from location_sign_in where device_id = ${deviceId} and id in (
      select id from (
        select id, row_number() over (order by id desc) as nth,
          row_number() over (partition by address order by id desc) as nth_of_address,
          row_number() over (partition by network order by id desc) as nth_of_network
        from location_sign_in where device_id = ${deviceId} and opened_at is null and approved_at is null
      ) a
      where nth > ${maxAttempts.ofDevice} or nth_of_address > ${maxAttempts.ofAddress}
        or nth_of_network > ${maxAttempts.ofNetwork}
    )`.execute(tx);
  return true;
}

/**
 * From now on, later attempts do not end this one. Attempts above the maximum are not marked: if they replaced marked ones, a
 * stranger could end those of the owner.
 */
export async function markAttemptOpened(db: Database | Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`
    update location_sign_in a set opened_at = ${now}
    where a.token_hash = ${tokenHash} and a.opened_at is null and ${maxOpened} > (
      select count(*) from location_sign_in o
      where o.device_id = a.device_id and o.address = a.address and o.method = a.method and o.opened_at is not null
        and o.expires_at > ${now}
    )`.execute(db);
}

/** The hashes of the tokens. */
export async function listAttemptsOf(db: Database, deviceId: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('location_sign_in')
    .select('token_hash')
    .where('device_id', '=', deviceId)
    // opened ones do not count among those that remain
    .orderBy('opened_at', (order) => order.desc().nullsLast())
    .orderBy('expires_at', 'desc')
    .limit(2 * maxAttempts.ofDevice)
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}

export async function findAttempt(db: Database | Tx, tokenHash: Buffer): Promise<Attempt | undefined> {
  return db
    .selectFrom('location_sign_in')
    .select(['device_id', 'location_id', 'expires_at', 'challenge', 'approved_at', 'provider_id'])
    .select(sql<AttemptMethod>`method`.as('method'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Of two concurrent uses, one gets true. */
export async function approveAttempt(
  tx: Tx,
  tokenHash: Buffer,
  { at, providerId = null }: { readonly at: Date; readonly providerId?: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('location_sign_in')
    .set({ approved_at: at, provider_id: providerId })
    .where('token_hash', '=', tokenHash)
    .where('approved_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** From which the key of the session is derived that began then; null if it has none, undefined if it has ended. */
export async function findKeyNonce(
  tx: Tx,
  { device_id, location_id }: Pick<Attempt, 'device_id' | 'location_id'>,
  authorizedAt: Date,
): Promise<Buffer | null | undefined> {
  const found = await tx
    .selectFrom('location_session')
    .select('key_nonce')
    .where('device_id', '=', device_id)
    .where('location_id', '=', location_id)
    .where('authorized_at', '=', authorizedAt)
    .executeTakeFirst();
  return found?.key_nonce;
}

/** Of two concurrent uses, one gets true. */
export async function takeAttempt(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('location_sign_in')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends an attempt that was not approved meanwhile; false if there is none. */
export async function endPendingAttempt(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('location_sign_in')
    .where('token_hash', '=', tokenHash)
    .where('approved_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Attempts of a device with another key, in a location that asks for something else, or of all devices of a user. */
export async function deleteAttempts(
  tx: Tx,
  of: { readonly deviceId: number } | { readonly locationId: number } | { readonly userId: number },
): Promise<void> {
  const attempts = tx.deleteFrom('location_sign_in');
  if ('deviceId' in of) await attempts.where('device_id', '=', of.deviceId).execute();
  else if ('locationId' in of) await attempts.where('location_id', '=', of.locationId).execute();
  else
    await attempts
      .where('device_id', 'in', (query) => query.selectFrom('device').select('id').where('user_id', '=', of.userId))
      .execute();
}

export async function deleteOldAttempts(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('location_sign_in').where('expires_at', '<=', now).execute();
}

interface NewSession {
  readonly device_id: number;
  readonly location_id: number;
  readonly method: Method;
  readonly authorized_at: Date;
  readonly expires_at: Date;
  /** Null, as is the digest, if the session has no preshared key. */
  readonly key_nonce: Buffer | null;
  readonly key_digest: string | null;
  /** Whose key proved it; null for other methods. */
  readonly phone_id: number | null;
  /** Where the owner signed in; null for other methods. */
  readonly provider_id: number | null;
  /** Null for other methods. */
  readonly security_key_id: number | null;
}

/** Replaces the session of the device in the location. */
export async function replaceSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('location_session')
    .values(session)
    .onConflict((conflict) => conflict.columns(['device_id', 'location_id']).doUpdateSet(session))
    .execute();
}

const connection = sql`
  d.id as "deviceId", d.name as "deviceName", u.id as "userId", u.username as owner, l.id as "locationId",
  l.name as "locationName"`;

/** Deletes sessions and returns of which devices. `condition` is about `t`, and about the location `l` and device `d`. */
async function deleteSessions(tx: Tx, condition: RawBuilder<unknown>): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    delete from location_session t using device d, "user" u, location l
    where d.id = t.device_id and u.id = d.user_id and l.id = t.location_id and ${condition}
    returning ${connection}`.execute(tx);
  return rows.toSorted((a, b) => a.locationId - b.locationId || a.deviceId - b.deviceId);
}

export function endSession(
  tx: Tx,
  { deviceId, locationId, ownerId }: { deviceId: number; locationId: number; ownerId: number | undefined },
): Promise<Connection[]> {
  const isOfOwner = ownerId === undefined ? sql`true` : sql`d.user_id = ${ownerId}`;
  return deleteSessions(tx, sql`t.device_id = ${deviceId} and t.location_id = ${locationId} and ${isOfOwner}`);
}

/** Sessions that the user proved with a factor of this instance. */
export function endSessionsOfOwnFactors(tx: Tx, userId: number): Promise<Connection[]> {
  return deleteSessions(tx, sql`d.user_id = ${userId} and t.method <> 'external'`);
}

export function endSessionsOfUsers(tx: Tx, userIds: readonly number[], method?: Method): Promise<Connection[]> {
  const isAffected = method === undefined ? sql`true` : sql`t.method = ${method}`;
  return deleteSessions(tx, sql`d.user_id = any(${[...userIds]}::int[]) and ${isAffected}`);
}

export function endSessionsOfDevice(tx: Tx, deviceId: number): Promise<Connection[]> {
  return deleteSessions(tx, sql`t.device_id = ${deviceId}`);
}

/** Sessions that began with the keys of these phones, except for those of the phones themselves if `others`. */
export function endSessionsOfPhones(tx: Tx, phoneIds: readonly number[], { others }: { others: boolean }) {
  const ids = sql`any(${[...phoneIds]}::int[])`;
  return deleteSessions(tx, others ? sql`t.phone_id = ${ids} and not t.device_id = ${ids}` : sql`t.phone_id = ${ids}`);
}

/** Sessions that began with a sign-in there, of this user or of all; and attempts that only wait for their client. */
export async function endSessionsOfProvider(tx: Tx, providerId: number, userId?: number): Promise<Connection[]> {
  const isOfUser = userId === undefined ? sql`true` : sql`d.user_id = ${userId}`;
  await sql`delete from location_sign_in t using device d
    where d.id = t.device_id and t.provider_id = ${providerId} and ${isOfUser}`.execute(tx);
  return deleteSessions(tx, sql`t.provider_id = ${providerId} and ${isOfUser}`);
}

/** Sessions of the user that were proved with security keys that are removed. */
export function endSessionsOfRemovedKeys(tx: Tx, userId: number): Promise<Connection[]> {
  return deleteSessions(tx, sql`d.user_id = ${userId} and t.method = 'security_key' and t.security_key_id is null`);
}

export function endSessionsOfLocation(tx: Tx, locationId: number): Promise<Connection[]> {
  return deleteSessions(tx, sql`t.location_id = ${locationId}`);
}

export function endAllSessions(tx: Tx): Promise<Connection[]> {
  return deleteSessions(tx, sql`true`);
}

/** Locks nothing: another replica may end the same sessions. At most `limit`, the earliest first. */
export async function listDue(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ device_id: number; location_id: number }[]> {
  return db
    .selectFrom('location_session')
    .select(['device_id', 'location_id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

/**
 * Sessions that began longer ago than the location's threshold, whose device had no handshake with a gateway of the
 * location since then. Interface reference, domain §6.3.
 */
export async function listInactive(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ device_id: number; location_id: number }[]> {
  const { rows } = await sql<{ device_id: number; location_id: number }>`
    select t.device_id, t.location_id
    from location_session t join location l on l.id = t.location_id
    where t.authorized_at < ${now}::timestamptz - make_interval(secs => l.disconnect_threshold_seconds)
      and not exists (
        select from traffic_latest x where x.location_id = t.location_id and x.device_id = t.device_id
          and x.latest_handshake >= ${now}::timestamptz - make_interval(secs => l.disconnect_threshold_seconds))
    order by t.authorized_at limit ${limit}`.execute(db);
  return rows;
}

/** Ends those of these sessions that were not renewed meanwhile. */
export function endDue(
  tx: Tx,
  sessions: readonly { device_id: number; location_id: number }[],
  endedBefore: Date,
): Promise<Connection[]> {
  const deviceIds = sessions.map(({ device_id }) => device_id);
  const locationIds = sessions.map(({ location_id }) => location_id);
  return deleteSessions(
    tx,
    sql`(t.device_id, t.location_id) in (select * from unnest(${deviceIds}::int[], ${locationIds}::int[]))
      and t.authorized_at < ${endedBefore}`,
  );
}
