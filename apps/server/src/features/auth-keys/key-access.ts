import type { Origin } from '../../platform/actor.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { type Database, inSnapshot, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { SettingsService } from '../settings/index.ts';
import type {} from './auth-keys.events.ts';
import * as queries from './key-access.queries.ts';

/** Who may read `/ssh_authorized_keys`. Without addresses and a token, every caller may. */
export interface SshKeysAccess {
  /** Networks and addresses. */
  readonly addresses: readonly string[];
  readonly tokenHash: Buffer | null;
}

export interface KeyAccess {
  get(): Promise<SshKeysAccess>;
  /** Returns the new token that servers must send; only its hash is stored. */
  replaceToken(origin: Origin): Promise<string>;
  /** From now on no token is required. Does nothing if there is none. */
  removeToken(origin: Origin): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly settings: Pick<SettingsService, 'get'>;
}

export function createKeyAccess({ db, events, settings }: Dependencies): KeyAccess {
  return {
    get: () =>
      // either may replace the other: without both, every caller may read
      inSnapshot(db, async (tx) => ({
        addresses: (await settings.get(tx)).ssh_authorized_keys_addresses,
        tokenHash: await queries.findTokenHash(tx),
      })),
    replaceToken: (origin) =>
      inTransaction(db, async (tx) => {
        const token = newToken('gws_');
        await queries.setTokenHash(tx, hashToken(token));
        await events.publish(tx, 'auth-key.servers-token-replaced', origin, {});
        return token;
      }),
    removeToken: (origin) =>
      inTransaction(db, async (tx) => {
        if (await queries.deleteTokenHash(tx)) await events.publish(tx, 'auth-key.servers-token-removed', origin, {});
      }),
  };
}
