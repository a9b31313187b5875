import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';
import type { JsonRow } from '../../platform/database/json-rows.ts';
import type { AssertionResult, NewKey } from './webauthn.ts';

export interface SecurityKeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly transports: readonly string[];
  readonly is_passkey: boolean;
  readonly is_synced: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  /** Since when the key is refused; null if it is accepted. */
  readonly suspended_at: Date | null;
}

const columns = [
  'k.id',
  'k.user_id',
  'k.name',
  'k.credential_id',
  'k.public_key',
  'k.transports',
  'k.is_passkey',
  'k.is_synced',
  'k.created_at',
  'k.last_used_at',
  'k.suspended_at',
] as const;

/** What the pages of users show of a key. */
const shownColumns = [
  'k.id',
  'k.name',
  'k.is_passkey',
  'k.is_synced',
  'k.created_at',
  'k.last_used_at',
  'k.suspended_at',
] as const;

/** A subquery that returns the keys of a user, oldest first. */
export function securityKeysAsJson(db: Database, userId: Expression<number>) {
  return jsonArrayFrom(
    db.selectFrom('security_key as k').select(shownColumns).where('k.user_id', '=', userId).orderBy('k.id'),
  );
}

/** A key as `securityKeysAsJson` returns it. */
export type SecurityKeyJson = JsonRow<ReturnType<typeof securityKeysAsJson>>;

/** Oldest first. */
export function listKeysOf(db: Database | Tx, userId: number): Promise<SecurityKeyRow[]> {
  return db.selectFrom('security_key as k').select(columns).where('k.user_id', '=', userId).orderBy('k.id').execute();
}

/** Undefined for an unknown or a suspended key. */
export function findKey(tx: Tx, credentialId: Buffer): Promise<SecurityKeyRow | undefined> {
  return tx
    .selectFrom('security_key as k')
    .select(columns)
    .where('k.credential_id', '=', credentialId)
    .where('k.suspended_at', 'is', null)
    .executeTakeFirst();
}

interface PasskeyRow extends SecurityKeyRow {
  /** The user handle that the response must name. */
  readonly handle: Buffer | null;
}

/** Like `findKey`, with the user handle of the owner. */
export function findPasskey(tx: Tx, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return tx
    .selectFrom('security_key as k')
    .leftJoin('mfa as f', 'f.user_id', 'k.user_id')
    .select([...columns, 'f.passkey_handle as handle'])
    .where('k.credential_id', '=', credentialId)
    .where('k.suspended_at', 'is', null)
    .executeTakeFirst();
}

/** Undefined if this user has no such key; else no other transaction changes it until this one ends. */
export function lockKey(tx: Tx, userId: number, id: number): Promise<SecurityKeyRow | undefined> {
  return tx
    .selectFrom('security_key as k')
    .select(columns)
    .where('k.id', '=', id)
    .where('k.user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

interface InsertedKey extends NewKey {
  readonly user_id: number;
  readonly name: string;
  readonly created_at: Date;
}

/** @throws security_key_taken: the unique index decides, so one of two concurrent inserts succeeds */
export async function insertKey(tx: Tx, key: InsertedKey): Promise<void> {
  await tx
    .insertInto('security_key')
    .values(key)
    .execute()
    .catch(rethrowUniqueViolationAs('security_key_credential', 'security_key_taken'));
}

export async function setKeyName(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('security_key').set({ name }).where('id', '=', id).execute();
}

/**
 * Records the use of a key. False if its counter did not increase, which indicates a copied key; keys without a counter
 * always send 0. Of two concurrent uses with the same counter, one gets true.
 */
export async function recordSignature(
  tx: Tx,
  id: number,
  { counter, isSynced, isPasskey }: AssertionResult & { readonly isPasskey?: true },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('security_key')
    // a key that the browser found without an id is a passkey
    .set({ counter, is_synced: isSynced, last_used_at: now, ...(isPasskey && { is_passkey: true }) })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function clearSuspended(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('security_key').set({ suspended_at: null }).where('id', '=', id).execute();
}

export async function deleteKey(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('security_key').where('id', '=', id).execute();
}

/** With `exceptSuspended`, suspended keys remain. */
export async function deleteKeysOf(
  tx: Tx,
  userId: number,
  { exceptSuspended }: { exceptSuspended: boolean },
): Promise<void> {
  let keys = tx.deleteFrom('security_key').where('user_id', '=', userId);
  if (exceptSuspended) keys = keys.where('suspended_at', 'is', null);
  await keys.execute();
}

/** The handle by which passkeys name this user as their owner; stores `candidate` if there is none yet. */
export async function ensurePasskeyHandle(tx: Tx, userId: number, candidate: Buffer): Promise<Buffer> {
  const { handle } = await tx
    .updateTable('mfa')
    .set({ passkey_handle: sql<Buffer>`coalesce(passkey_handle, ${candidate})` })
    .where('user_id', '=', userId)
    .returning(sql<Buffer>`passkey_handle`.as('handle'))
    .executeTakeFirstOrThrow();
  return handle;
}
