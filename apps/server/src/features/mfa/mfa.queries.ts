// Reads location, location_group, group and group_member for where a factor is asked for; each is written by its own feature.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export type MfaMethod = 'None' | 'OneTimePassword' | 'Webauthn' | 'Email';

/** What a user has; somebody who never had a factor has no row and nothing. */
export interface FactorsRow {
  /** Whether sign-in asks for a second factor. */
  readonly isEnabled: boolean;
  /** The one that is asked for first. */
  readonly method: MfaMethod;
  readonly hasTotp: boolean;
  /** One that is accepted. */
  readonly hasSecurityKey: boolean;
  /** One that an emergency stop suspended or removed: nothing to sign in with, but no reason to ask for less. */
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
      sql<boolean>`totp_secret is not null`.as('hasTotp'),
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
 * The name of a location with a second factor of its own that the user may enter: one that lists no group, a group of
 * theirs, or any for an administrator, as domain rules §3.1 have it. Undefined when none asks.
 */
export async function findLocationRequiringFactor(tx: Tx, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select l.name from location l
    where l.mfa_mode = 'internal' and (
      not exists (select from location_group x where x.location_id = l.id)
      or exists (select from location_group x join group_member m on m.group_id = x.group_id
        where x.location_id = l.id and m.user_id = ${userId})
      or exists (select from group_member m join "group" g on g.id = m.group_id
        where m.user_id = ${userId} and g.is_admin))
    order by l.name limit 1`.execute(tx);
  return rows[0]?.name;
}

/** Nobody else changes the user's factors until the transaction ends. False when there never were any. */
export async function lockFactors(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.selectFrom('mfa').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirst();
  return row !== undefined;
}

/** Makes room for the first factor; locks it where there is one. */
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

interface TotpRow {
  /** Sealed; null where there is none. */
  readonly secret: Buffer | null;
  readonly offered: Buffer | null;
  /** Steps of the codes that were accepted last. */
  readonly usedSteps: number[];
}

export async function findTotp(tx: Tx, userId: number): Promise<TotpRow | undefined> {
  const row = await tx
    .selectFrom('mfa')
    .select(['totp_secret as secret', 'totp_offered as offered', 'totp_used_steps as usedSteps'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { ...row, usedSteps: row.usedSteps.map(Number) };
}

export async function offerTotp(tx: Tx, userId: number, sealed: Buffer): Promise<void> {
  await tx.updateTable('mfa').set({ totp_offered: sealed }).where('user_id', '=', userId).execute();
}

/** The offered secret replaces the one in force, if any. The code that confirmed it still works once at sign-in. */
export async function confirmOfferedTotp(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx
    .updateTable('mfa')
    .set({ totp_secret: sql<Buffer>`totp_offered`, totp_offered: null, totp_used_steps: [], totp_added_at: at })
    .where('user_id', '=', userId)
    .execute();
}

/** So many used steps are stored: a code within them is refused even after the clock was set back. */
const storedSteps = 100;

/**
 * False when a code of this step, or of a later one up to `latestStep`, was accepted before: of two at the same instant
 * one gets true.
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
    .where('totp_secret', 'is not', null)
    .where(
      sql<boolean>`not exists (select from unnest(totp_used_steps) u where u between ${step}::bigint and ${latestStep}::bigint)`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteTotp(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('mfa')
    .set({ totp_secret: null, totp_offered: null, totp_used_steps: [] })
    .where('user_id', '=', userId)
    .execute();
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

/** False when the user has no code with one of the hashes (any more): of two uses at the same instant one gets true. */
export async function consumeRecoveryCode(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

interface Suspension {
  /** What was added before stays. */
  readonly since: Date;
  readonly at: Date;
}

/** What an emergency stop removed. */
export interface RemovedFactors {
  /** Whether there was an authenticator app. */
  readonly app: boolean;
  readonly recoveryCodes: number;
}

/**
 * Removes the authenticator app and the recovery codes that were added since the instant. Without another factor sign-in
 * goes on asking for one: a password alone must not do more than before.
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
      totp_secret: null,
      totp_offered: null,
      totp_used_steps: [],
      totp_added_at: null,
      suspended_at: at,
      suspended_added_at: sql<Date>`totp_added_at`,
    })
    .where('user_id', '=', userId)
    .where('totp_secret', 'is not', null)
    .where('totp_added_at', '>=', since)
    .executeTakeFirst();
  return { app: numUpdatedRows === 1n, recoveryCodes: Number(numDeletedRows) };
}

/** Sign-in asks for a second factor only while there is one again. */
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
