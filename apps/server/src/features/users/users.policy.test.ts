import { describe, expect, it } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import { requireManagedHere, requireMayChangeIdentity, requireMayDisable, requireMayRemove } from './users.policy.ts';

const session: Actor = { userId: 1, username: 'rosa', isAdmin: true, sessionId: 1, isReauthenticated: true };
const stale: Actor = { ...session, isReauthenticated: false };
const token: Actor = { ...stale, sessionId: undefined, token: { id: 1, name: 'Script', scopes: ['users:write'] } };

const self = { id: 1, username: 'rosa', email: 'rosa@example.com', is_admin: true };
const una = { id: 2, username: 'una', email: 'una@example.com', is_admin: false };
const otherAdmin = { ...una, is_admin: true };

type Rule = (author: Actor | undefined) => void;

/** For a session with a recent proof, one without, an API token and the product itself. */
const answers = (rule: Rule) =>
  [session, stale, token, undefined].map((author) => {
    try {
      return void rule(author);
    } catch (error) {
      return (error as { code?: string }).code;
    }
  });

const allowed = [undefined, undefined, undefined, undefined];
const proofOfAll = [undefined, 'proof_required', 'session_required', undefined];
const proofOfSessions = [undefined, 'proof_required', undefined, undefined];
const ownAccount = ['own_account', 'own_account', 'own_account', undefined];

describe('disabling an account', () => {
  it('needs no proof, because it revokes access', () =>
    expect(answers((author) => requireMayDisable(author, otherAdmin))).toEqual(allowed));
  it('is refused for the own account', () =>
    expect(answers((author) => requireMayDisable(author, self))).toEqual(ownAccount));
});

describe('removing an account', () => {
  it('needs a proof for an administrator', () => {
    expect(answers((author) => requireMayRemove(author, una))).toEqual(allowed);
    expect(answers((author) => requireMayRemove(author, otherAdmin))).toEqual(proofOfAll);
  });
  it('is refused for the own account', () =>
    expect(answers((author) => requireMayRemove(author, self))).toEqual(ownAccount));
});

describe('changing what identifies an account', () => {
  it.each([
    ['nothing', una, {}, allowed],
    ['the user name', una, { username: 'ula' }, proofOfAll],
    ['the email of another user', una, { email: 'eve@example.com' }, proofOfSessions],
    ['the email of another administrator', otherAdmin, { email: 'eve@example.com' }, proofOfAll],
    ['the own email of an administrator', self, { email: 'eve@example.com' }, proofOfAll],
    ['the own email of a user', { ...self, is_admin: false }, { email: 'eve@example.com' }, allowed],
  ] as const)('%s', (_, before, changes, expected) =>
    expect(answers((author) => requireMayChangeIdentity(author, before, changes))).toEqual(expected),
  );
});

describe('what another system manages', () => {
  const managed = ['managed_elsewhere', 'managed_elsewhere', 'managed_elsewhere', undefined];
  const byLdap = { managed_by: 'ldap', managed_fields: null };
  it('is changed only by that system', () => {
    expect(answers((author) => requireManagedHere(author, byLdap, { field: 'email' }))).toEqual(managed);
    expect(answers((author) => requireManagedHere(author, byLdap))).toEqual(managed);
  });
  it('excludes the fields that it does not manage', () => {
    const names = { ...byLdap, managed_fields: ['first_name', 'last_name'] };
    expect(answers((author) => requireManagedHere(author, names, { field: 'email' }))).toEqual(allowed);
    expect(answers((author) => requireManagedHere(author, names, { field: 'last_name' }))).toEqual(managed);
  });
  it('is empty for an account of this instance', () => {
    const here = { managed_by: null, managed_fields: null };
    expect(answers((author) => requireManagedHere(author, here))).toEqual(allowed);
  });
});
