import { DomainError } from '@gatewarden/contract/errors';
import type { Scope } from '@gatewarden/contract/scopes';
import type { Actor, Origin } from '../../platform/actor.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { EventMap, Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUser, lockUser } from '../users/index.ts';
import { apiTokenSnapshot } from './api-tokens.events.ts';
import * as queries from './api-tokens.queries.ts';
import { newApiToken } from './token-text.ts';

/** More tokens than any user needs. */
const maxTokens = 100;

interface NewToken {
  readonly username: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** If undefined, the token does not expire. */
  readonly expiresAt: Date | undefined;
}

/** Identifies a token of one user. */
interface TokenRef {
  readonly username: string;
  readonly id: number;
}

export interface ApiTokensService {
  /** Oldest first, including expired ones. @throws user_not_found */
  listOf(username: string): Promise<queries.ApiTokenRow[]>;
  /**
   * `secret` is shown once and stored only as a hash.
   * @throws user_not_found, user_disabled, api_token_expiry_past, api_token_limit_reached
   */
  add(origin: Origin, token: NewToken): Promise<{ id: number; secret: string }>;
  /** @throws api_token_not_found also for a token of another user, so that ids cannot be probed */
  rename(origin: Origin, token: TokenRef, name: string): Promise<void>;
  /** @throws api_token_not_found */
  remove(origin: Origin, token: TokenRef): Promise<void>;
  /** Part of a larger change: deletes all tokens of a user. Returns their number. */
  removeAll(tx: Tx, userId: number): Promise<number>;
  /** The holders of the tokens that are still valid. */
  listHolders(ids: readonly number[]): Promise<Actor[]>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createApiTokensService({ db, events, clock }: Dependencies): ApiTokensService {
  return {
    async listOf(username) {
      const user = await findUser(db, username);
      if (!user) throw new DomainError('user_not_found');
      return queries.listTokensOf(db, user.id);
    },
    async add(origin, { username, name, scopes, expiresAt }) {
      const now = clock.now();
      if (expiresAt && expiresAt <= now) throw new DomainError('api_token_expiry_past', { field: 'expires_at' });
      const secret = newApiToken();
      return inTransaction(db, async (tx) => {
        // locked, so that a concurrent change that disables the user sees the token and deletes it
        const owner = await lockUser(tx, username);
        if (!owner) throw new DomainError('user_not_found');
        if (!owner.is_active) throw new DomainError('user_disabled');
        if ((await queries.countTokensOf(tx, owner.id)) >= maxTokens) throw new DomainError('api_token_limit_reached');
        const row = await queries.insertToken(tx, {
          user_id: owner.id,
          name,
          token_hash: hashToken(secret),
          scopes: [...new Set(scopes)],
          created_at: now,
          expires_at: expiresAt ?? null,
        });
        await events.publish(tx, 'api-token.added', origin, { token: apiTokenSnapshot(row), owner: owner.username });
        return { id: row.id, secret };
      });
    },
    rename: (origin, { username, id }, name) =>
      inTransaction(db, async (tx) => {
        const token = await queries.lockToken(tx, username, id);
        if (!token) throw new DomainError('api_token_not_found');
        if (token.name === name) return;
        await queries.setTokenName(tx, id, name);
        const change = {
          before: apiTokenSnapshot(token),
          after: apiTokenSnapshot({ ...token, name }),
          owner: username,
        };
        await events.publish(tx, 'api-token.renamed', origin, change);
      }),
    remove: (origin, { username, id }) =>
      inTransaction(db, async (tx) => {
        const token = await queries.lockToken(tx, username, id);
        if (!token) throw new DomainError('api_token_not_found');
        await queries.deleteToken(tx, id);
        await events.publish(tx, 'api-token.removed', origin, { token: apiTokenSnapshot(token), owner: username });
      }),
    removeAll: queries.deleteTokensOf,
    listHolders: async (ids) =>
      (await queries.listHolders(db, ids, clock.now())).map(
        ({ user_id, username, is_admin, token_id, token_name }) => ({
          userId: user_id,
          username,
          isAdmin: is_admin,
          sessionId: undefined,
          isReauthenticated: false,
          token: { id: token_id, name: token_name, scopes: [] },
        }),
      ),
  };
}

/**
 * Deletes the API tokens of a user in the transaction that disables the user; enabling the user again does not restore
 * them. A new password deletes them on request.
 */
export function deleteTokensOnAccessLoss(events: Events): void {
  events.onSignal('users.access-changed', (tx, { userIds }) => queries.deleteTokensOfDisabled(tx, userIds));
  const revoke = async (tx: Tx, { user, revokes_api_tokens }: EventMap['user.password-changed']) => {
    if (revokes_api_tokens) await queries.deleteTokensOf(tx, user.id);
  };
  events.on('user.password-changed', (tx, { payload }) => revoke(tx, payload));
  events.on('user.password-set-by-admin', (tx, { payload }) => revoke(tx, payload));
}
