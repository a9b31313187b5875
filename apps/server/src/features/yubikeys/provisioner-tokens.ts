import { randomUUID } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import { jwtVerify, SignJWT } from 'jose';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './provisioners.queries.ts';

/**
 * Tokens of provisioners, as the wire protocol has them: a JWT with the user name of the administrator. It also names a row,
 * which is deleted when the administrator loses the rights or the tokens are rotated; they do not come back.
 */
export interface ProvisionerTokens {
  /** The same for each call of the administrator until it is revoked. */
  issue(origin: Origin, actor: Actor): Promise<string>;
  /** Revokes the tokens of all administrators, and returns a new one. */
  rotate(origin: Origin, actor: Actor): Promise<string>;
  /** Whose token it is, without asking whether it was revoked. @throws provisioner_token_invalid */
  readId(token: string | null): Promise<string>;
  /** @throws provisioner_token_invalid if it was revoked */
  require(id: string): Promise<queries.TokenRow>;
  /** As `require`; it is not revoked until the transaction ends. */
  lock(tx: Tx, id: string): Promise<queries.TokenRow>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly signer: Signer;
}

const issuer = 'Gatewarden';
const algorithm = 'HS256';
// wire protocol §3.2: 136 years, so that a provisioner is set up once
const lifetimeSeconds = 4_294_967_295;
/** Clocks of replicas may differ. */
const toleranceSeconds = 60;
/** A token has about 300 characters. */
const maxCharacters = 1_024;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createProvisionerTokens({ db, events, clock, signer }: Dependencies): ProvisionerTokens {
  const key = signer.sign('key of provisioner tokens', Buffer.alloc(0));

  function sign(jti: string, username: string, createdAt: Date): Promise<string> {
    const notBefore = Math.floor(createdAt.getTime() / 1000);
    return new SignJWT({ client_id: '', jti })
      .setProtectedHeader({ typ: 'JWT', alg: algorithm })
      .setIssuer(issuer)
      .setSubject(username)
      .setNotBefore(notBefore)
      .setExpirationTime(notBefore + lifetimeSeconds)
      .sign(key);
  }

  const issueIn = (tx: Tx, { userId }: Actor) =>
    queries.ensureToken(tx, { id: randomUUID(), user_id: userId, created_at: clock.now() });
  const known = (token: queries.TokenRow | undefined) => token ?? refuse();

  return {
    async issue(origin, actor) {
      const id = await inTransaction(db, async (tx) => {
        await events.publish(tx, 'provisioner-token.issued', origin, { owner: actor.username });
        return issueIn(tx, actor);
      });
      return sign(id, actor.username, clock.now());
    },
    async rotate(origin, actor) {
      const id = await inTransaction(db, async (tx) => {
        await queries.deleteAllTokens(tx);
        await events.publish(tx, 'provisioner-tokens.revoked', origin, { owner: actor.username });
        return issueIn(tx, actor);
      });
      return sign(id, actor.username, clock.now());
    },
    async readId(token) {
      if (token === null || token.length > maxCharacters) return refuse();
      const verified = await jwtVerify(token, key, {
        algorithms: [algorithm],
        issuer,
        requiredClaims: ['sub', 'exp', 'nbf', 'jti', 'client_id'],
        clockTolerance: toleranceSeconds,
        currentDate: clock.now(),
      }).catch(refuse);
      const { jti = '' } = verified.payload;
      return uuid.test(jti) ? jti : refuse();
    },
    require: async (id) => known(await queries.findToken(db, id)),
    lock: async (tx, id) => known(await queries.lockToken(tx, id)),
  };
}

function refuse(): never {
  throw new DomainError('provisioner_token_invalid');
}
