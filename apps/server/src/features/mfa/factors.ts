import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUserById, lockUserShared, toUserSnapshot, type UserRow } from '../users/index.ts';
import './mfa.events.ts';
import * as queries from './mfa.queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

/** Whose factors they are: the caller, or a person who enrols. */
export type FactorOwner = Pick<Actor, 'userId'>;

/** Runs in the transaction that stores a factor, before it does: a failure stores nothing. */
export type FactorCheck = (tx: Tx) => Promise<void>;

/** Shown to the user once; null if the user already has recovery codes. */
export type NewRecoveryCodes = string[] | null;

/**
 * Updates whether sign-in asks for a second factor, and the preferred method, to match the existing factors. No other
 * transaction changes the factors until this one ends.
 */
export async function reconcile(tx: Tx, userId: number): Promise<queries.FactorsRow> {
  const hadSome = await queries.lockFactors(tx, userId);
  const factors = await queries.findFactors(tx, userId);
  if (!hadSome) return factors;
  const method = preferredMethod(factors);
  // a suspended factor must not reduce sign-in to the password: older recovery codes or an administrator still help
  const isEnabled = method !== 'None' || factors.hasSuspended;
  if (!isEnabled) await queries.deleteRecoveryCodes(tx, userId);
  if (isEnabled !== factors.isEnabled || method !== factors.method) {
    await queries.setMfa(tx, userId, { isEnabled, method });
  }
  return { ...factors, isEnabled, method };
}

/**
 * Applies a factor that was just confirmed; `user` is from `lockExistingUser`. With the first factor, sign-in asks for
 * a second factor and all other sessions end, in this transaction. Null if the user already has recovery codes.
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

/** Returns the codes; only their hashes are stored. The caller has locked the user's factors. */
export async function addRecoveryCodes(tx: Tx, userId: number, now: Date): Promise<string[]> {
  const codes = newRecoveryCodes();
  await queries.insertRecoveryCodes(tx, userId, codes.map(hashRecoveryCode), now);
  return codes;
}

/** Takes a share lock: the user cannot be disabled or deleted until the transaction ends. @throws user_not_found */
export async function lockExistingUser(tx: Tx, userId: number): Promise<UserRow> {
  const user = await lockUserShared(tx, userId);
  if (!user) throw new DomainError('user_not_found');
  return user;
}

/**
 * Runs `remove` and reconciles the remaining factors; `user` is from `lockExistingUser`, and the factors are locked.
 * @throws key_suspended if users remove their last factor while a suspended key remains; last_credential if there is no
 * password and no credential would remain; factor_required if users remove their own last factor while a location that
 * they may use requires one. Administrators may do so for other users, who may have lost the factor.
 */
export async function removeFactors(tx: Tx, origin: Origin, user: UserRow, remove: () => Promise<void>): Promise<void> {
  const before = await findUserById(tx, user.id);
  const hadSome = preferredMethod(await queries.findFactors(tx, user.id)) !== 'None';
  await remove();
  const after = await findUserById(tx, user.id);
  if (before?.enrolled && !after?.enrolled) throw new DomainError('last_credential');
  const { isEnabled, method } = await reconcile(tx, user.id);
  if (isEnabled && method === 'None' && isNonAdminOwner(origin, user)) throw new DomainError('key_suspended');
  if (!hadSome || isEnabled || !isSameUser(origin, user)) return;
  const location = await queries.findLocationRequiringFactor(tx, user.id);
  if (location !== undefined) throw new DomainError('factor_required', { location });
}

/** Administrators decide about suspended keys, including their own. */
export function isNonAdminOwner(origin: Origin, user: UserRow): boolean {
  return isSameUser(origin, user) && !user.is_admin;
}

function isSameUser({ by }: Origin, { id }: UserRow): boolean {
  return by !== 'system' && by.userId === id;
}

/** The method that the user chose if it is available, else the strongest available one. */
export function preferredMethod(factors: queries.FactorsRow): queries.MfaMethod {
  const available = availableMethods(factors);
  return available.includes(factors.method) ? factors.method : (available[0] ?? 'None');
}

/** No effect if the method is not available. */
export async function chooseMethod(tx: Tx, userId: number, method: queries.MfaMethod): Promise<void> {
  await queries.lockFactors(tx, userId);
  const factors = await queries.findFactors(tx, userId);
  if (availableMethods(factors).includes(method)) await queries.setMfa(tx, userId, { ...factors, method });
}

/** Strongest first. */
function availableMethods({ hasSecurityKey, hasTotp, hasEmail }: queries.FactorsRow): queries.MfaMethod[] {
  return [
    ...(hasSecurityKey ? (['Webauthn'] as const) : []),
    ...(hasTotp ? (['OneTimePassword'] as const) : []),
    ...(hasEmail ? (['Email'] as const) : []),
  ];
}
