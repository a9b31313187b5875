import { randomBytes } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import type { Assertion, CreationOptions, Registration, RequestOptions } from '@gatewarden/contract/security-keys';
import { fullName } from '@gatewarden/net/full-name';
import { type Actor, type Origin, sessionOf } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { lockExistingUser, type NewRecoveryCodes } from './factors.ts';
import { createSecurityKeyManagement, type SecurityKeyManagement } from './manage-security-keys.ts';
import { ensureFactorsRow, lockFactors } from './mfa.queries.ts';
import * as queries from './security-keys.queries.ts';
import { storeNewKey } from './store-new-key.ts';
import * as webauthn from './webauthn.ts';
import { consumeSessionChallenge, type Purpose, storeSessionChallenge } from './webauthn-challenges.queries.ts';

/** More keys than any user needs. */
const maxKeys = 20;
/** How long the browser waits for the key. */
const challengeMinutes = 5;
const challengeBytes = 32;

/** The security keys and passkeys of users, in existing sessions. */
export interface SecurityKeys extends SecurityKeyManagement {
  /** What the browser needs to create a key. @throws security_key_limit_reached */
  offer(actor: Actor): Promise<CreationOptions>;
  /** @throws security_key_refused, security_key_taken, security_key_limit_reached */
  add(actor: Actor, origin: Origin, name: string, response: Registration): Promise<NewRecoveryCodes>;
  /** What the browser needs to request one of the caller's keys. */
  createRequest(actor: Actor): Promise<RequestOptions>;
  /**
   * Consumes the pending challenge of the session. Returns the key that signed, or why the response is refused.
   */
  consume(tx: Tx, actor: Actor, response: Assertion): Promise<{ readonly keyId: number } | webauthn.KeyRefusal>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendAccountMail'>;
  /** The address of the console. */
  readonly address: { readonly url: string };
  readonly instanceName: () => Promise<string>;
}

export function createSecurityKeys({ db, events, clock, mail, address, instanceName }: Dependencies): SecurityKeys {
  const party = () => webauthn.relyingPartyOf(address.url);

  async function newChallenge(tx: Database | Tx, actor: Actor, purpose: Purpose): Promise<Buffer> {
    const challenge = randomBytes(challengeBytes);
    const expiresAt = new Date(clock.now().getTime() + challengeMinutes * 60_000);
    const isStored = await storeSessionChallenge(tx, { sessionId: sessionOf(actor), purpose, challenge, expiresAt });
    if (!isStored) throw new DomainError('unauthenticated');
    return challenge;
  }

  async function listKeysBelowLimit(tx: Tx, userId: number): Promise<queries.SecurityKeyRow[]> {
    const known = await queries.listKeysOf(tx, userId);
    if (known.length >= maxKeys) throw new DomainError('security_key_limit_reached');
    return known;
  }

  return {
    ...createSecurityKeyManagement({ db, events, clock }),
    async offer(actor) {
      const name = await instanceName();
      return inTransaction(db, async (tx) => {
        const user = await lockExistingUser(tx, actor.userId);
        await ensureFactorsRow(tx, user.id);
        const handle = await queries.ensurePasskeyHandle(tx, user.id, randomBytes(challengeBytes));
        return webauthn.creationOptions({
          party: party(),
          name,
          user: { handle, username: user.username, displayName: fullName(user) },
          challenge: await newChallenge(tx, actor, 'add'),
          known: await listKeysBelowLimit(tx, user.id),
          residentKey: 'preferred',
        });
      });
    },
    async add(actor, origin, name, response) {
      const now = clock.now();
      // consumed even if the response is refused
      const challenge = await inTransaction(db, (tx) => consumeSessionChallenge(tx, sessionOf(actor), 'add', now));
      const key = challenge && (await webauthn.readNewKey(response, challenge, party()));
      if (!key) throw new DomainError('security_key_refused');
      return inTransaction(db, async (tx) => {
        const user = await lockExistingUser(tx, actor.userId);
        await lockFactors(tx, user.id);
        await listKeysBelowLimit(tx, user.id);
        return storeNewKey(tx, { events, clock, mail }, origin, { user, key, name });
      });
    },
    async createRequest(actor) {
      const known = (await queries.listKeysOf(db, actor.userId)).filter((key) => key.suspended_at === null);
      return webauthn.requestOptions(party(), await newChallenge(db, actor, 'prove'), known);
    },
    async consume(tx, actor, response) {
      const now = clock.now();
      const challenge = await consumeSessionChallenge(tx, sessionOf(actor), 'prove', now);
      if (!challenge) return 'no challenge waits';
      const key = await queries.findKey(tx, Buffer.from(response.id, 'base64url'));
      if (key?.user_id !== actor.userId) return 'unknown key';
      const signed = await webauthn.readAssertion(response, { publicKey: key.public_key, challenge, party: party() });
      if (typeof signed === 'string') return signed;
      return (await queries.recordSignature(tx, key.id, signed, now)) ? { keyId: key.id } : 'a counter that went back';
    },
  };
}
