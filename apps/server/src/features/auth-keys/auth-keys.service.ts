import { type AuthKeyType, detectKeyType } from '@gatewarden/contract/auth-keys';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { suspendRows } from '../../platform/database/suspend-rows.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUser, lockUser } from '../users/index.ts';
import { authKeySnapshot } from './auth-keys.events.ts';
import * as queries from './auth-keys.queries.ts';
import { createGpgVerifier, parseGpgPublicKey } from './gpg-public-key.ts';
import { fingerprintOfSshKey } from './ssh-public-key.ts';

/** More than any user has machines; keeps lists short, because servers read them in full. */
const maxKeys = 100;
/** For all keys of a user, which are listed together: a hundred RSA keys of 8192 bits, or several OpenPGP keys. */
const maxKeyBytes = 262_144;
/** A provisioner creates a key just before it reports it, and its clock may be ahead: the key must not count as one of the future. */
const aheadMilliseconds = 15 * 60_000;
/** For all lines of a group, which core builds in memory: 4 000 RSA keys of 4096 bits, or 30 000 Ed25519 keys. */
const maxGroupBytes = 4 * 1024 * 1024;

interface NewKey {
  readonly username: string;
  readonly name: string;
  readonly key: string;
  readonly kind: AuthKeyType;
}

/** Identifies a key of one user. */
interface KeyRef {
  readonly username: string;
  readonly id: number;
}

export interface ParsedKey {
  /** As it is stored. */
  readonly key: string;
  readonly fingerprint: string;
}

/** Both keys of a YubiKey. */
export interface KeyPair<Key> {
  readonly ssh: Key;
  readonly gpg: Key;
}

export interface AuthKeysService {
  /**
   * Checks what a provisioner reported, as `add` does. Owners take turns.
   * @throws private_key_refused, ssh_key_invalid, ssh_key_certificate, ssh_key_weak, gpg_key_invalid,
   * gpg_key_unsupported, gpg_key_unusable, rate_limited
   */
  parsePair(owner: string, pair: KeyPair<string>): Promise<KeyPair<ParsedKey>>;
  /** The user must be locked. @throws auth_key_limit_reached, auth_key_taken, key_suspended */
  addOfYubikey(
    tx: Tx,
    yubikey: { readonly userId: number; readonly yubikeyId: number; readonly name: string },
    pair: KeyPair<ParsedKey>,
  ): Promise<void>;
  /** Keys of a YubiKey have its name. They are deleted with it. */
  renameOfYubikey(tx: Tx, yubikeyId: number, name: string): Promise<void>;
  /** Oldest first. @throws user_not_found */
  listOf(username: string): Promise<queries.ListedKeyRow[]>;
  /**
   * @throws private_key_refused, ssh_key_invalid, ssh_key_certificate, ssh_key_weak, gpg_key_invalid,
   * gpg_key_unsupported, gpg_key_unusable, rate_limited, user_not_found, auth_key_limit_reached, auth_key_taken,
   * key_suspended
   */
  add(origin: Origin, key: NewKey): Promise<void>;
  /** @throws auth_key_not_found also for a key of another user, so that ids cannot be probed; auth_key_of_yubikey */
  rename(origin: Origin, key: KeyRef, name: string): Promise<void>;
  /** Only administrators can delete a suspended key. @throws auth_key_not_found, key_suspended */
  remove(actor: Actor, origin: Origin, key: KeyRef): Promise<void>;
  /** Part of an emergency stop: suspends the keys added since `since`. Returns their number. */
  suspend(tx: Tx, userId: number, since: Date): Promise<number>;
  /** No effect on a key that is not suspended. @throws auth_key_not_found */
  restore(origin: Origin, key: KeyRef): Promise<void>;
  /** SSH keys of the enabled users who match all given owners; none without owners. @throws group_keys_too_large */
  listAuthorized(owners: queries.KeyOwners): Promise<queries.AuthorizedKeyRow[]>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createAuthKeysService({ db, events, clock }: Dependencies): AuthKeysService {
  const gpgVerifier = createGpgVerifier();

  async function parseKey(owner: string, kind: AuthKeyType, text: string, at = clock.now()): Promise<ParsedKey> {
    if (detectKeyType(text) === 'private') throw new DomainError('private_key_refused', { field: 'key' });
    if (kind === 'ssh') return { key: text.trim(), fingerprint: fingerprintOfSshKey(text) };
    const { armored, fingerprint } = await parseGpgPublicKey(gpgVerifier, { owner, text, at });
    return { key: armored, fingerprint };
  }

  /** The owner must be locked, so that the limits hold for concurrent changes. */
  async function insert(tx: Tx, key: Omit<queries.AuthKeyRow, 'id' | 'suspended_at' | 'created_at'>) {
    const stored = await queries.measureKeysOf(tx, key.user_id);
    const bytes = stored.bytes + Buffer.byteLength(key.key);
    if (stored.count >= maxKeys || bytes > maxKeyBytes) throw new DomainError('auth_key_limit_reached');
    if (await queries.isSuspended(tx, key)) throw new DomainError('key_suspended');
    return queries.insertKey(tx, { ...key, created_at: clock.now() });
  }

  return {
    async parsePair(owner, { ssh, gpg }) {
      const at = new Date(clock.now().getTime() + aheadMilliseconds);
      return { ssh: await parseKey(owner, 'ssh', ssh), gpg: await parseKey(owner, 'gpg', gpg, at) };
    },
    async addOfYubikey(tx, { userId, yubikeyId, name }, pair) {
      for (const kind of ['ssh', 'gpg'] as const) {
        await insert(tx, { user_id: userId, kind, name, yubikey_id: yubikeyId, ...pair[kind] });
      }
    },
    renameOfYubikey: queries.setNameOfYubikeyKeys,
    async listOf(username) {
      const user = await findUser(db, username);
      if (!user) throw new DomainError('user_not_found');
      return queries.listKeysOf(db, user.id);
    },
    async add(origin, { username, name, key: text, kind }) {
      const { by } = origin;
      const parsed = await parseKey(by === 'system' ? by : `user ${by.userId}`, kind, text);
      await inTransaction(db, async (tx) => {
        const owner = await lockUser(tx, username);
        if (!owner) throw new DomainError('user_not_found');
        const key = authKeySnapshot(await insert(tx, { user_id: owner.id, kind, name, yubikey_id: null, ...parsed }));
        await events.publish(tx, 'auth-key.added', origin, { key, owner: owner.username });
      });
    },
    rename: (origin, { username, id }, name) =>
      inTransaction(db, async (tx) => {
        const key = await queries.lockKey(tx, username, id);
        if (!key) throw new DomainError('auth_key_not_found');
        if (key.yubikey_id !== null) throw new DomainError('auth_key_of_yubikey');
        if (key.name === name) return;
        await queries.setKeyName(tx, id, name);
        const change = { before: authKeySnapshot(key), after: authKeySnapshot({ ...key, name }), owner: username };
        await events.publish(tx, 'auth-key.renamed', origin, change);
      }),
    suspend: (tx, userId, since) => suspendRows(tx, 'auth_key', { userId, since, at: clock.now() }),
    restore: (origin, { username, id }) =>
      inTransaction(db, async (tx) => {
        const key = await queries.lockKey(tx, username, id);
        if (!key) throw new DomainError('auth_key_not_found');
        if (key.suspended_at === null) return;
        await queries.clearSuspended(tx, id);
        await events.publish(tx, 'auth-key.restored', origin, { key: authKeySnapshot(key), owner: username });
      }),
    remove: (actor, origin, { username, id }) =>
      inTransaction(db, async (tx) => {
        const key = await queries.lockKey(tx, username, id);
        if (!key) throw new DomainError('auth_key_not_found');
        // otherwise its owner or an attacker could delete it and add it again
        if (key.suspended_at !== null && !actor.isAdmin) throw new DomainError('key_suspended');
        await queries.deleteKey(tx, id);
        await events.publish(tx, 'auth-key.removed', origin, { key: authKeySnapshot(key), owner: username });
      }),
    async listAuthorized(owners) {
      // an empty name is given, not undefined: a script without its argument must not get all keys of a group
      if (owners.username === undefined && owners.group === undefined) return [];
      // the size of one user's keys is limited when keys are added
      const mayBeLarge = owners.username === undefined;
      if (mayBeLarge && (await queries.measureAuthorizedKeys(db, owners)) > maxGroupBytes) {
        throw new DomainError('group_keys_too_large');
      }
      return queries.listAuthorizedKeys(db, owners);
    },
  };
}
