// Reads location to find locations that require a factor; locations writes it.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { entitledUsers } from '../locations/index.ts';

export type MfaMethod = 'None' | 'OneTimePassword' | 'Webauthn' | 'Email';

/** The factors of a user. Without a row, the user never had a factor. */
export interface FactorsRow {
  /** Whether sign-in asks for a second factor. */
  readonly isEnabled: boolean;
  /** The method that sign-in asks for first. */
  readonly method: MfaMethod;
  readonly hasTotp: boolean;
  /** At least one that is not suspended. */
  readonly hasSecurityKey: boolean;
  /** An emergency stop suspended or removed a factor: it cannot be used, but sign-in still asks for a second factor. */
  readonly hasSuspended: boolean;
  readonly hasEmail: boolean;
}

const none: FactorsRow = {
  isEnabled: false,
  method: 'None',
  hasTotp: false,
  hasSecurityKey: false,
  hasSuspended: false,
  hasEmail: false,
};

export async function findFactors(db: Database | Tx, userId: number): Promise<FactorsRow> {
  const row = await db
    .selectFrom('mfa')
    .select([
      'is_enabled as isEnabled',
      sql<MfaMethod>`method`.as('method'),
      'has_totp as hasTotp',
      sql<boolean>`exists (select from security_key k where k.user_id = mfa.user_id and k.suspended_at is null)`.as(
        'hasSecurityKey',
      ),
      sql<boolean>`mfa.suspended_at is not null or exists (
        select from security_key k where k.user_id = mfa.user_id and k.suspended_at is not null)`.as('hasSuspended'),
      'email_enabled as hasEmail',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? none;
}

/**
 * The name of a location that requires a second factor and that the user may use. Undefined if there is none.
 */
export async function findLocationRequiringFactor(tx: Tx, userId: number): Promise<string | undefined> {
  const requiring = sql`select id from location where mfa_mode = 'internal'`;
  const { rows } = await sql<{ name: string }>`
    select l.name from location l
    where l.id in (select location_id from ${entitledUsers(requiring, sql`select ${userId}::int`)} e)
    order by l.name limit 1`.execute(tx);
  return rows[0]?.name;
}

/** No other transaction changes the user's factors until this one ends. False if the user never had any. */
export async function lockFactors(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.selectFrom('mfa').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirst();
  return row !== undefined;
}

/** Inserts the user's row, or locks the existing one. */
export async function ensureFactorsRow(tx: Tx, userId: number): Promise<void> {
  await tx
    .insertInto('mfa')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .execute();
}

export async function setMfa(tx: Tx, userId: number, mfa: { isEnabled: boolean; method: MfaMethod }): Promise<void> {
  await tx
    .updateTable('mfa')
    .set({ is_enabled: mfa.isEnabled, method: mfa.method })
    .where('user_id', '=', userId)
    .execute();
}

/** The time steps of the most recently accepted codes. */
export async function listUsedTotpSteps(tx: Tx, userId: number): Promise<number[]> {
  const row = await tx
    .selectFrom('mfa')
    .select('totp_used_steps as usedSteps')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.usedSteps.map(Number) ?? [];
}

/** `step` is that of the code which confirmed the secret: that code is used. */
export async function setTotpAdded(
  tx: Tx,
  userId: number,
  { at, step }: { readonly at: Date; readonly step: number },
): Promise<void> {
  await tx
    .updateTable('mfa')
    .set({ has_totp: true, totp_used_steps: [step], totp_added_at: at })
    .where('user_id', '=', userId)
    .execute();
}

/** The number of stored used steps: their codes are refused even after the clock was set back. */
const storedSteps = 100;

/**
 * False if a code of this step, or of a later one up to `latestStep`, was accepted before. Of two concurrent calls, one
 * gets true.
 */
export async function consumeTotpStep(
  tx: Tx,
  userId: number,
  { step, latestStep }: { readonly step: number; readonly latestStep: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mfa')
    .set({
      totp_used_steps: sql<
        number[]
      >`(totp_used_steps || ${step}::bigint)[cardinality(totp_used_steps) + 2 - ${storedSteps}::integer :]`,
    })
    .where('user_id', '=', userId)
    .where('has_totp', '=', true)
    .where(
      sql<boolean>`not exists (select from unnest(totp_used_steps) u where u between ${step}::bigint and ${latestStep}::bigint)`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function setTotpRemoved(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('mfa').set({ has_totp: false, totp_used_steps: [] }).where('user_id', '=', userId).execute();
}

export async function hasRecoveryCodes(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('recovery_code')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the codes of the user were created at this time or later. False without codes. */
export async function hasRecoveryCodesSince(tx: Tx, userId: number, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('recovery_code')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Database | Tx, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[], at: Date): Promise<void> {
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: at })))
    .execute();
}

/** False if the user has no unused code with one of the hashes. Of two concurrent uses, one gets true. */
export async function consumeRecoveryCode(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

interface Suspension {
  /** Factors added earlier remain. */
  readonly since: Date;
  readonly at: Date;
}

/** The factors that an emergency stop removed. */
export interface RemovedFactors {
  /** Whether an authenticator app was removed. */
  readonly app: boolean;
  readonly recoveryCodes: number;
}

/**
 * Removes the authenticator app and the recovery codes that were added since `since`. Sign-in still asks for a second
 * factor even if none remains: the password alone must not grant more access than before.
 */
export async function suspendFactors(tx: Tx, userId: number, { since, at }: Suspension): Promise<RemovedFactors> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  const { numUpdatedRows } = await tx
    .updateTable('mfa')
    .set({
      has_totp: false,
      totp_used_steps: [],
      totp_added_at: null,
      suspended_at: at,
      suspended_added_at: sql<Date>`totp_added_at`,
    })
    .where('user_id', '=', userId)
    .where('has_totp', '=', true)
    .where('totp_added_at', '>=', since)
    .executeTakeFirst();
  return { app: numUpdatedRows === 1n, recoveryCodes: Number(numDeletedRows) };
}

/** Afterwards, sign-in asks for a second factor only if there is one. */
export async function clearSuspendedFactors(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('mfa')
    .set({ suspended_at: null, suspended_added_at: null })
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}
