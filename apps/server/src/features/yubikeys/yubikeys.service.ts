import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { AuthKeysService } from '../auth-keys/index.ts';
import { findUser } from '../users/index.ts';
import * as queries from './yubikeys.queries.ts';

/** Identifies a YubiKey of one user. */
interface YubikeyRef {
  readonly username: string;
  readonly id: number;
}

export interface YubikeysService {
  /** Oldest first. @throws user_not_found */
  listOf(username: string): Promise<queries.YubikeyRow[]>;
  /** Also names its keys. @throws yubikey_not_found also for that of another user, so that ids cannot be probed */
  rename(origin: Origin, yubikey: YubikeyRef, name: string): Promise<queries.YubikeyRow>;
  /** And its keys. Only administrators can delete suspended keys. @throws yubikey_not_found, key_suspended */
  remove(actor: Actor, origin: Origin, yubikey: YubikeyRef): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly authKeys: Pick<AuthKeysService, 'renameOfYubikey'>;
}

export function createYubikeysService({ db, events, authKeys }: Dependencies): YubikeysService {
  async function requireYubikey(tx: Tx, { username, id }: YubikeyRef): Promise<queries.YubikeyRow> {
    const yubikey = await queries.lockYubikey(tx, username, id);
    if (!yubikey) throw new DomainError('yubikey_not_found');
    return yubikey;
  }

  return {
    async listOf(username) {
      const user = await findUser(db, username);
      if (!user) throw new DomainError('user_not_found');
      return queries.listYubikeysOf(db, user.id);
    },
    rename: (origin, ref, name) =>
      inTransaction(db, async (tx) => {
        const before = await requireYubikey(tx, ref);
        if (before.name === name) return before;
        await queries.setYubikeyName(tx, ref.id, name);
        await authKeys.renameOfYubikey(tx, ref.id, name);
        const after = { ...before, name };
        await events.publish(tx, 'yubikey.renamed', origin, { before, after, owner: ref.username });
        return after;
      }),
    remove: (actor, origin, ref) =>
      inTransaction(db, async (tx) => {
        const yubikey = await requireYubikey(tx, ref);
        // otherwise its owner or an attacker could delete the keys and add them again
        if (!actor.isAdmin && (await queries.hasSuspendedKeys(tx, ref.id))) throw new DomainError('key_suspended');
        await queries.deleteYubikey(tx, ref.id);
        await events.publish(tx, 'yubikey.removed', origin, { yubikey, owner: ref.username });
      }),
  };
}
