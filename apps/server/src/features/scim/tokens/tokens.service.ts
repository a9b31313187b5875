import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../../platform/actor.ts';
import { hashToken } from '../../../platform/crypto/tokens.ts';
import { type Database, inTransaction } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ScimTokenText } from './token-text.ts';
import '../scim.events.ts';
import * as queries from './tokens.queries.ts';

/** More clients than an instance needs. */
const maxTokens = 20;
const hourMilliseconds = 3_600_000;

interface Secret {
  readonly id: number;
  /** Shown once and stored only as a hash. */
  readonly secret: string;
}

/** Tokens of the instance: they remain valid if the administrator who issued them leaves. */
export interface ScimTokensService {
  list(): ReturnType<typeof queries.listTokens>;
  /** `expiresAt` null: it does not expire. @throws scim_token_expiry_past, scim_token_limit_reached */
  add(actor: Actor, origin: Origin, token: { readonly name: string; readonly expiresAt: Date | null }): Promise<Secret>;
  /**
   * Replaces the secret. The former one is accepted for `overlapHours`; one before that no longer is. `expiresAt`
   * undefined: unchanged.
   * @throws scim_token_not_found, scim_token_expiry_past
   */
  rotate(
    actor: Actor,
    origin: Origin,
    id: number,
    change: { readonly overlapHours: number; readonly expiresAt: Date | null | undefined },
  ): Promise<Secret>;
  /** @throws scim_token_not_found */
  remove(origin: Origin, id: number): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly text: Pick<ScimTokenText, 'make'>;
}

export function createScimTokensService({ db, events, clock, text }: Dependencies): ScimTokensService {
  function requireFuture(expiresAt: Date | null): void {
    if (expiresAt && expiresAt <= clock.now()) throw new DomainError('scim_token_expiry_past', { field: 'expires_at' });
  }

  return {
    list: () => queries.listTokens(db),
    async add(actor, origin, { name, expiresAt }) {
      requireFuture(expiresAt);
      const secret = text.make();
      return inTransaction(db, async (tx) => {
        if ((await queries.lockTokenCount(tx)) >= maxTokens) throw new DomainError('scim_token_limit_reached');
        const token = await queries.insertToken(tx, {
          name,
          token_hash: hashToken(secret),
          created_at: clock.now(),
          expires_at: expiresAt,
          issued_by: actor.userId,
        });
        await events.publish(tx, 'scim.token-added', origin, { token: { id: token.id, name } });
        return { id: token.id, secret };
      });
    },
    async rotate(actor, origin, id, { overlapHours, expiresAt: wanted }) {
      const secret = text.make();
      return inTransaction(db, async (tx) => {
        const token = await queries.lockToken(tx, id);
        if (!token) throw new DomainError('scim_token_not_found');
        const expiresAt = wanted === undefined ? token.expires_at : wanted;
        requireFuture(expiresAt);
        const now = clock.now();
        await queries.rotateToken(tx, id, {
          token_hash: hashToken(secret),
          rotated_at: now,
          previous_expires_at: new Date(now.getTime() + overlapHours * hourMilliseconds),
          expires_at: expiresAt,
          issued_by: actor.userId,
        });
        const payload = { token: { id, name: token.name }, overlap_hours: overlapHours };
        await events.publish(tx, 'scim.token-rotated', origin, payload);
        return { id, secret };
      });
    },
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        const token = await queries.lockToken(tx, id);
        if (!token) throw new DomainError('scim_token_not_found');
        await queries.deleteToken(tx, id);
        await events.publish(tx, 'scim.token-removed', origin, { token: { id, name: token.name } });
      }),
  };
}
