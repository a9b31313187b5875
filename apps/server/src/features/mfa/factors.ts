import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUserById, lockUserShared, toUserSnapshot, type UserRow } from '../users/index.ts';
import './mfa.events.ts';
import * as queries from './mfa.queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

/** To be kept by the user, shown once; null where there are some already. */
export type NewRecoveryCodes = string[] | null;

/**
 * Whoever has a factor is asked for one from now on, and nobody is asked for one that is gone. Nobody else changes the
 * factors until the transaction ends.
 */
export async function reconcile(tx: Tx, userId: number): Promise<queries.FactorsRow> {
  const hadSome = await queries.lockFactors(tx, userId);
  const factors = await queries.findFactors(tx, userId);
  if (!hadSome) return factors;
  const method = preferredMethod(factors);
  // what an emergency stop suspended must not leave the password alone: older recovery codes and administrators remain
  const isEnabled = method !== 'None' || factors.hasSuspended;
  if (!isEnabled) await queries.deleteRecoveryCodes(tx, userId);
  if (isEnabled !== factors.isEnabled || method !== factors.method) {
    await queries.setMfa(tx, userId, { isEnabled, method });
  }
  return { ...factors, isEnabled, method };
}

/**
 * What follows from a factor that was just confirmed and whose owner `hold` gave. With the first one, sign-in asks for a
 * second factor from this transaction on, and all other sessions end with it. Null where the user has codes already.
 */
export async function enableFactors(
  tx: Tx,
  { events, clock }: { readonly events: Events; readonly clock: Clock },
  origin: Origin,
  user: UserRow,
): Promise<NewRecoveryCodes> {
  const { isEnabled: wasEnabled } = await queries.findFactors(tx, user.id);
  await queries.clearSuspendedFactors(tx, user.id);
  await reconcile(tx, user.id);
  if (!wasEnabled) await events.publish(tx, 'mfa.enabled', origin, { user: toUserSnapshot(user), ends_current: false });
  return addRecoveryCodesIfMissing(tx, user.id, clock.now());
}

async function addRecoveryCodesIfMissing(tx: Tx, userId: number, now: Date): Promise<NewRecoveryCodes> {
  return (await queries.hasRecoveryCodes(tx, userId)) ? null : addRecoveryCodes(tx, userId, now);
}

/** Returns the codes, of which only hashes are stored. The user's factors are locked. */
export async function addRecoveryCodes(tx: Tx, userId: number, now: Date): Promise<string[]> {
  const codes = newRecoveryCodes();
  await queries.insertRecoveryCodes(tx, userId, codes.map(hashRecoveryCode), now);
  return codes;
}

/** @throws user_not_found when the user was deleted meanwhile */
export async function lockExistingUser(tx: Tx, userId: number): Promise<UserRow> {
  const user = await lockUserShared(tx, userId);
  if (!user) throw new DomainError('user_not_found');
  return user;
}

/**
 * Takes factors from the user, whom `hold` gave and whose factors are locked, and reconciles what is left.
 * @throws key_suspended when people take their last factor but for a suspended key; last_way_in when there is no password and nothing would be left to sign in with; factor_required when people
 * take their own last factor while a location that they may enter asks for one. Administrators may: they help whoever lost it.
 */
export async function removeFactors(tx: Tx, origin: Origin, user: UserRow, take: () => Promise<void>): Promise<void> {
  const before = await findUserById(tx, user.id);
  const hadSome = preferredMethod(await queries.findFactors(tx, user.id)) !== 'None';
  await take();
  const after = await findUserById(tx, user.id);
  if (before?.enrolled && !after?.enrolled) throw new DomainError('last_way_in');
  const { isEnabled, method } = await reconcile(tx, user.id);
  if (isEnabled && method === 'None' && isNonAdminOwner(origin, user)) throw new DomainError('key_suspended');
  if (!hadSome || isEnabled || !isSameUser(origin, user)) return;
  const location = await queries.findLocationRequiringFactor(tx, user.id);
  if (location !== undefined) throw new DomainError('factor_required', { location });
}

/** Administrators decide about suspended keys, their own included. */
export function isNonAdminOwner(origin: Origin, user: UserRow): boolean {
  return isSameUser(origin, user) && !user.is_admin;
}

function isSameUser({ by }: Origin, { id }: UserRow): boolean {
  return by !== 'system' && by.userId === id;
}

/** The user's choice where it is there, else the strongest that is. */
export function preferredMethod(factors: queries.FactorsRow): queries.MfaMethod {
  const available = availableMethods(factors);
  return available.includes(factors.method) ? factors.method : (available[0] ?? 'None');
}

/** One that is not there is not chosen. */
export async function chooseMethod(tx: Tx, userId: number, method: queries.MfaMethod): Promise<void> {
  await queries.lockFactors(tx, userId);
  const factors = await queries.findFactors(tx, userId);
  if (availableMethods(factors).includes(method)) await queries.setMfa(tx, userId, { ...factors, method });
}

/** The strongest first. */
function availableMethods({ hasSecurityKey, hasTotp, hasEmail }: queries.FactorsRow): queries.MfaMethod[] {
  return [
    ...(hasSecurityKey ? (['Webauthn'] as const) : []),
    ...(hasTotp ? (['OneTimePassword'] as const) : []),
    ...(hasEmail ? (['Email'] as const) : []),
  ];
}
