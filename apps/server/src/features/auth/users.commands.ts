import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { type AdminCommand, done } from '../admin-command.ts';
import type { MfaService } from '../mfa/index.ts';
import type { UsersService } from '../users/index.ts';
import { formatUserTable } from './format-user-table.ts';
import { generatePassword } from './generate-password.ts';
import type { Locks } from './locks.ts';
import type { OwnSessions } from './own-sessions.ts';

interface Features {
  readonly db: Database;
  readonly events: Events;
  readonly users: Pick<UsersService, 'list' | 'get' | 'resetPassword'>;
  readonly mfa: Pick<MfaService, 'disable'>;
  readonly auth: { readonly locks: Locks; readonly endSessions: OwnSessions['endAllExcept'] };
}

const parameters = ['user name'] as const;

const listUsers: AdminCommand<Features> = {
  name: 'users list',
  parameters: [],
  options: { locked: { type: 'boolean' } },
  description: 'list the users; with --locked only those who are locked out by wrong passwords or codes',
  async run({ features }, { options }) {
    const users = (await Array.fromAsync(features.users.list())).flat();
    const locked = await features.auth.locks.list();
    const shown = options['locked'] ? users.filter(({ id }) => locked.has(id)) : users;
    return done(`${shown.length} listed`, shown.length === 0 ? ['No users.'] : formatUserTable(shown, locked));
  },
};

const unlockUser: AdminCommand<Features> = {
  name: 'users unlock',
  parameters,
  description: 'unlock a user who is locked out by wrong passwords or codes',
  async run({ features }, { values: [username = ''] }) {
    const { id } = await features.users.get(username);
    const wasLocked = (await features.auth.locks.list()).has(id);
    await features.auth.locks.unlock(id);
    return wasLocked
      ? done('unlocked', [`${username} can sign in again.`])
      : done('was not locked', [`${username} was not locked.`]);
  },
};

const resetPassword: AdminCommand<Features> = {
  name: 'users reset-password',
  parameters,
  options: { ask: { type: 'boolean' } },
  description: 'set and print a new password for a user; with --ask it is typed, or read from standard input',
  async run({ features, origin, promptSecret }, { values: [username = ''], options }) {
    await features.users.get(username);
    const password = options['ask'] ? await promptPassword(promptSecret) : generatePassword();
    await features.users.resetPassword(origin, username, password);
    await endSessions(features, username, origin);
    const shown = options['ask'] ? [`The password of ${username} is changed.`] : [`New password: ${password}`];
    return done('password reset', [...shown, ...(await describeConsequences(features, username))]);
  },
};

const resetFactors: AdminCommand<Features> = {
  name: 'users reset-factors',
  parameters,
  description: 'remove the second factors and recovery codes of a user who has lost them',
  async run({ features, origin }, { values: [username = ''] }) {
    await features.mfa.disable(origin, username);
    await endSessions(features, username, origin);
    return done('factors reset', [
      `${username} no longer has a second factor: the next sign-in asks only for the password.`,
      ...(await describeConsequences(features, username)),
    ]);
  },
};

export const usersCommands = [listUsers, unlockUser, resetPassword, resetFactors] as const;

/** @throws DomainError password_wrong if the two inputs differ */
async function promptPassword(ask: (question: string) => Promise<string>): Promise<string> {
  const password = await ask('New password: ');
  if (process.stdin.isTTY && (await ask('Once more: ')) !== password) {
    throw new DomainError('password_wrong');
  }
  return password;
}

/** An attacker may have one of the sessions. Also unlocks the account, so that the new credentials work immediately. */
async function endSessions({ db, events, users, auth }: Features, username: string, origin: Origin) {
  const { id } = await users.get(username);
  await inTransaction(db, async (tx) => {
    const ended = await auth.endSessions(tx, id, undefined);
    if (ended > 0) await events.publish(tx, 'sessions.ended', origin, { userIds: [id] });
  });
  await auth.locks.unlock(id);
}

async function describeConsequences(features: Features, username: string): Promise<string[]> {
  return [`All sessions of ${username} have ended.`, ...(await describeAccountState(features, username))];
}

async function describeAccountState({ users }: Features, username: string): Promise<string[]> {
  const { is_active } = await users.get(username);
  return is_active ? [] : ['The account is disabled: an administrator must enable it before the user can sign in.'];
}
