import { DomainError } from '@gatewarden/contract/errors';
import type { FirstAdmin } from '@gatewarden/contract/setup';
import type { Secret } from '@gatewarden/process/secret';
import type { z } from 'zod';
import { bySystem, type Origin } from '../../platform/actor.ts';
import { signedInClient } from '../../platform/crypto/fair-queue.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService, SignedIn } from '../auth/index.ts';
import type { GroupsService } from '../groups/index.ts';
import { checkPasswordRules, findUserById, type UserRow, type UsersService } from '../users/index.ts';
import { deleteSetupLinks, insertSetupLink, isSetupLink } from './setup.queries.ts';

const linkHours = 24;

export interface SetupService {
  isRequired(): Promise<boolean>;
  isValidToken(token: string): Promise<boolean>;
  /** A new one-time token, valid for 24 hours; undefined if there is an active administrator. */
  issueLink(): Promise<string | undefined>;
  /**
   * Creates the first administrator and signs in.
   * @throws setup_done if there is an administrator, also for one of two concurrent calls; setup_link_invalid;
   * username_reserved
   */
  complete(origin: Origin, token: string, admin: z.output<typeof FirstAdmin>): Promise<SignedIn>;
  /** Creates the user `admin` with this password if there is no active administrator. */
  createUnattended(password: Secret): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly users: Pick<UsersService, 'hasActiveAdministrator' | 'insert'> & {
    /** @throws username_reserved */
    readonly requireAssignableUsername: (username: string) => Promise<void>;
  };
  readonly groups: Pick<GroupsService, 'addToAdministrators'>;
  readonly auth: Pick<AuthService, 'startSession'>;
}

export function createSetupService(dependencies: Dependencies): SetupService {
  const { db, clock, passwords, users, groups, auth } = dependencies;
  const isCurrent = (from: Database | Tx, token: string) => isSetupLink(from, hashToken(token), clock.now());

  async function createAdministrator(
    tx: Tx,
    origin: Origin,
    { password_hash, ...names }: Omit<z.output<typeof FirstAdmin>, 'password'> & { password_hash: string },
  ): Promise<UserRow> {
    const added = await users.insert(tx, origin, { ...names, phone: null, password_hash });
    await groups.addToAdministrators(tx, origin, added);
    const user = await findUserById(tx, added.id);
    if (!user) throw new Error('the inserted user was not found');
    return user;
  }

  return {
    isRequired: async () => !(await users.hasActiveAdministrator()),
    isValidToken: (token) => isCurrent(db, token),
    issueLink: () =>
      inTransaction(db, async (tx) => {
        if (await users.hasActiveAdministrator(tx)) return undefined;
        const token = newToken();
        await insertSetupLink(tx, hashToken(token), new Date(clock.now().getTime() + linkHours * 3_600_000));
        return token;
      }),
    async complete(origin, token, { password, ...names }) {
      if (await users.hasActiveAdministrator()) throw new DomainError('setup_done');
      if (!(await isCurrent(db, token))) throw new DomainError('setup_link_invalid');
      await users.requireAssignableUsername(names.username);
      const password_hash = await passwords.runInTurn(signedInClient(origin), () => passwords.hash(password));
      return inTransaction(db, async (tx) => {
        if (await users.hasActiveAdministrator(tx)) throw new DomainError('setup_done');
        if (!(await isCurrent(tx, token))) throw new DomainError('setup_link_invalid');
        const user = await createAdministrator(tx, origin, { ...names, password_hash });
        await deleteSetupLinks(tx);
        return auth.startSession(tx, origin, user, { step: 'setupCompleted' });
      });
    },
    async createUnattended(password) {
      if (await users.hasActiveAdministrator()) return;
      checkUnattendedPassword(password);
      const password_hash = await passwords.hash(password.reveal());
      await inTransaction(db, async (tx) => {
        if (await users.hasActiveAdministrator(tx)) return;
        await createAdministrator(tx, bySystem, { ...unattended, password_hash });
      }).catch(explainTakenName);
    },
  };
}

const unattended = {
  username: 'admin',
  first_name: 'Gatewarden',
  last_name: 'Administrator',
  email: 'admin@gatewarden.invalid',
};

function checkUnattendedPassword(password: Secret): void {
  try {
    checkPasswordRules(password.reveal(), 'GATEWARDEN_ADMIN_PASSWORD');
  } catch (error) {
    throw new StartError(
      'GATEWARDEN_ADMIN_PASSWORD is too weak: 8 to 128 characters with a lowercase and an uppercase letter, a digit and a special character.',
      { cause: error },
    );
  }
}

function explainTakenName(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw new StartError(
    'There is no active administrator, and the username admin belongs to an account without administrator rights. Start without GATEWARDEN_ADMIN_PASSWORD to get a setup link, and create an administrator with another username.',
    { cause: error },
  );
}
