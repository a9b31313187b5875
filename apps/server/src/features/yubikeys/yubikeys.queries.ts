// Reads user for the names of owners, and auth_key, which auth-keys writes, for whether keys are suspended.
import type { Database, Tx } from '../../platform/database/database.ts';

export interface YubikeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly serial: string;
}

const columns = ['yubikey.id', 'yubikey.user_id', 'yubikey.name', 'yubikey.serial'] as const;

/** Oldest first. */
export function listYubikeysOf(db: Database | Tx, userId: number): Promise<YubikeyRow[]> {
  return db.selectFrom('yubikey').select(columns).where('user_id', '=', userId).orderBy('id').execute();
}

/** Undefined if this user has no such YubiKey; else no other transaction changes it until this one ends. */
export function lockYubikey(tx: Tx, username: string, id: number): Promise<YubikeyRow | undefined> {
  return tx
    .selectFrom('yubikey')
    .innerJoin('user', 'user.id', 'yubikey.user_id')
    .select(columns)
    .where('yubikey.id', '=', id)
    .where('user.username', '=', username)
    .forUpdate('yubikey')
    .executeTakeFirst();
}

/** Undefined if the user has no YubiKey with the serial number. */
export function findYubikeyBySerial(tx: Tx, userId: number, serial: string): Promise<YubikeyRow | undefined> {
  return tx
    .selectFrom('yubikey')
    .select(columns)
    .where('user_id', '=', userId)
    .where('serial', '=', serial)
    .executeTakeFirst();
}

export function insertYubikey(
  tx: Tx,
  yubikey: Omit<YubikeyRow, 'id'> & { readonly created_at: Date },
): Promise<YubikeyRow> {
  return tx.insertInto('yubikey').values(yubikey).returning(columns).executeTakeFirstOrThrow();
}

export async function setYubikeyName(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('yubikey').set({ name }).where('id', '=', id).execute();
}

/** And its keys. */
export async function deleteYubikey(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('yubikey').where('id', '=', id).execute();
}

/** Whether an emergency stop suspended a key of the YubiKey. */
export async function hasSuspendedKeys(tx: Tx, id: number): Promise<boolean> {
  const key = await tx
    .selectFrom('auth_key')
    .select('id')
    .where('yubikey_id', '=', id)
    .where('suspended_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return key !== undefined;
}
