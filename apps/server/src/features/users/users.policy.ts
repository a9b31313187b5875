import { DomainError, type ErrorDetails } from '@gatewarden/contract/errors';
import type { ManagedField } from '@gatewarden/contract/users';
import { type Actor, requireReauthentication, requireReauthenticationOfSession } from '../../platform/actor.ts';
import type { UserSnapshot } from './users.events.ts';

/** Who makes a change; undefined for the product itself: a command in a shell, a job, a directory sync. */
export type Author = Actor | undefined;

/** The new user name and email address of an account. */
export interface IdentityChanges {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
}

/** A user or a group. */
export interface Manageable {
  /** Null: this instance. */
  readonly managed_by: string | null;
  /** Of a user: what the system manages; null: every field that can be managed. */
  readonly managed_fields?: readonly string[] | null;
}

/**
 * What another system manages is changed in that system: the next synchronization would undo other changes. A
 * synchronization has no author.
 * @throws managed_elsewhere, with the system in `managed_by`
 */
export function requireManagedHere(
  author: Author,
  subject: Manageable,
  details: ErrorDetails & { readonly field?: ManagedField } = {},
): void {
  const { managed_by, managed_fields } = subject;
  const { field } = details;
  if (!author || managed_by === null) return;
  if (field !== undefined && managed_fields && !managed_fields.includes(field)) return;
  throw new DomainError('managed_elsewhere', { ...details, managed_by });
}

/**
 * People of an LDAP directory sign in with its password; one that is set here would remain when the directory changes it.
 * Accounts that have a password here already may change it.
 * @throws managed_elsewhere
 */
export function requirePasswordHere(user: Manageable & { readonly has_password: boolean }): void {
  const { managed_by, has_password } = user;
  if (managed_by === 'ldap' && !has_password) throw new DomainError('managed_elsewhere', { managed_by });
}

/** Administrators who disabled their own account could not undo it. @throws own_account */
export function requireMayDisable(author: Author, user: Pick<UserSnapshot, 'id'>): void {
  if (user.id === author?.userId) throw new DomainError('own_account');
}

/**
 * @throws own_account; proof_required, session_required for an administrator: servers and applications identify users by
 * name, and the released name could be assigned to another user
 */
export function requireMayRemove(author: Author, user: { readonly id: number; readonly is_admin: boolean }): void {
  if (user.id === author?.userId) throw new DomainError('own_account');
  if (author && user.is_admin) requireReauthentication(author);
}

/**
 * Checks changes of what identifies an account to others and of the address for its codes and mails.
 * @throws proof_required, session_required
 */
export function requireMayChangeIdentity(
  author: Author,
  before: Pick<UserSnapshot, 'id' | 'username' | 'email'> & { readonly is_admin: boolean },
  { username = before.username, email = before.email }: IdentityChanges,
): void {
  if (!author) return;
  // servers and applications identify users by name: a released name of an administrator must not be reassigned unnoticed
  if (username !== before.username) requireReauthentication(author);
  if (email === before.email) return;
  // codes by email prove identity: a caller who redirects them could prove any identity
  if (before.is_admin) requireReauthentication(author);
  // the owner is notified of changes by email: a stolen session must not redirect the notifications
  if (before.id !== author.userId) requireReauthenticationOfSession(author);
}
