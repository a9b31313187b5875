// Reads user, group and group_member to find the users whose keys a server accepts, and yubikey, which yubikeys writes.
import { sql } from 'kysely';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';

export interface AuthKeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly kind: 'ssh' | 'gpg';
  readonly name: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly created_at: Date;
  /** Since when servers refuse the key; null if they accept it. */
  readonly suspended_at: Date | null;
  /** Null unless the key is on a YubiKey, whose name it has. */
  readonly yubikey_id: number | null;
}

export interface ListedKeyRow extends AuthKeyRow {
  readonly yubikey_serial: string | null;
}

const columns = [
  'auth_key.id',
  'auth_key.user_id',
  sql<AuthKeyRow['kind']>`auth_key.kind`.as('kind'),
  'auth_key.name',
  'auth_key.key',
  'auth_key.fingerprint',
  'auth_key.created_at',
  'auth_key.suspended_at',
  'auth_key.yubikey_id',
] as const;

/** Oldest first. */
export function listKeysOf(db: Database, userId: number): Promise<ListedKeyRow[]> {
  return db
    .selectFrom('auth_key')
    .leftJoin('yubikey', 'yubikey.id', 'auth_key.yubikey_id')
    .select([...columns, 'yubikey.serial as yubikey_serial'])
    .where('auth_key.user_id', '=', userId)
    .orderBy('auth_key.id')
    .execute();
}

/** The number of the user's keys and their total size in bytes. */
export function measureKeysOf(tx: Tx, userId: number): Promise<{ readonly count: number; readonly bytes: number }> {
  return tx
    .selectFrom('auth_key')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(octet_length(auth_key.key)), 0)::integer`.as('bytes'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** @throws auth_key_taken: the unique index decides, so one of two concurrent inserts succeeds */
export function insertKey(tx: Tx, key: Omit<AuthKeyRow, 'id' | 'suspended_at'>): Promise<AuthKeyRow> {
  return tx
    .insertInto('auth_key')
    .values(key)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(rethrowUniqueViolationAs('auth_key_once', 'auth_key_taken', 'key'));
}

/** Undefined if this user has no such key; else no other transaction changes it until this one ends. */
export function lockKey(tx: Tx, username: string, id: number): Promise<AuthKeyRow | undefined> {
  return tx
    .selectFrom('auth_key')
    .innerJoin('user', 'user.id', 'auth_key.user_id')
    .select(columns)
    .where('auth_key.id', '=', id)
    .where('user.username', '=', username)
    .forUpdate('auth_key')
    .executeTakeFirst();
}

/** Whether the user has this key and it is suspended. */
export async function isSuspended(
  tx: Tx,
  { user_id, kind, fingerprint }: Pick<AuthKeyRow, 'user_id' | 'kind' | 'fingerprint'>,
): Promise<boolean> {
  const key = await tx
    .selectFrom('auth_key')
    .select('id')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('fingerprint', '=', fingerprint)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  return key !== undefined;
}

export async function setKeyName(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('auth_key').set({ name }).where('id', '=', id).execute();
}

export async function setNameOfYubikeyKeys(tx: Tx, yubikeyId: number, name: string): Promise<void> {
  await tx.updateTable('auth_key').set({ name }).where('yubikey_id', '=', yubikeyId).execute();
}

export async function clearSuspended(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('auth_key').set({ suspended_at: null }).where('id', '=', id).execute();
}

export async function deleteKey(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('auth_key').where('id', '=', id).execute();
}

export interface AuthorizedKeyRow {
  readonly username: string;
  readonly name: string;
  readonly key: string;
}

export interface KeyOwners {
  readonly username: string | undefined;
  readonly group: string | undefined;
}

/** SSH keys of enabled users with that name, in that group, or both; ordered by user name, then oldest first. */
export function listAuthorizedKeys(db: Database, owners: KeyOwners): Promise<AuthorizedKeyRow[]> {
  return authorizedKeys(db, owners)
    .select(['user.username', 'auth_key.name', 'auth_key.key'])
    .orderBy('user.username')
    .orderBy('auth_key.id')
    .execute();
}

/**
 * Upper bound in bytes of the lines of these keys: each contains the key without its comment, the owner and the name.
 */
export async function measureAuthorizedKeys(db: Database, owners: KeyOwners): Promise<number> {
  const { bytes } = await authorizedKeys(db, owners)
    .select(
      sql<number>`coalesce(sum(octet_length(auth_key.key) + octet_length("user".username) + octet_length(auth_key.name) + 3), 0)::float8`.as(
        'bytes',
      ),
    )
    .executeTakeFirstOrThrow();
  return bytes;
}

function authorizedKeys(db: Database, { username, group }: KeyOwners) {
  let keys = db
    .selectFrom('auth_key')
    .innerJoin('user', 'user.id', 'auth_key.user_id')
    .where('auth_key.kind', '=', 'ssh')
    .where('auth_key.suspended_at', 'is', null)
    .where('user.is_active', '=', true);
  if (username !== undefined) keys = keys.where('user.username', '=', username);
  if (group !== undefined) {
    keys = keys.where('user.id', 'in', (members) =>
      members
        .selectFrom('group_member')
        .innerJoin('group', 'group.id', 'group_member.group_id')
        .select('group_member.user_id')
        .where('group.name', '=', group),
    );
  }
  return keys;
}
