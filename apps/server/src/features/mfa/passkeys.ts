import type { Assertion, RequestOptions } from '@gatewarden/contract/security-keys';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { decoyKey } from './decoy-key.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import * as queries from './security-keys.queries.ts';
import * as webauthn from './webauthn.ts';
import { consumePasskeyChallenge } from './webauthn-challenges.queries.ts';

/** A page of sign-in may stay open for a while before somebody picks a passkey in it. */
export const passkeyMinutes = 10;

/** What a passkey's answer is worth. */
export type PasskeyOutcome =
  | { readonly refusal: webauthn.KeyRefusal }
  /** What its owner calls it. */
  | { readonly name: string };

/** Passkeys where nobody is signed in: the browser finds them by itself, and they say whose they are. */
export interface Passkeys {
  /** What the browser needs to ask for a passkey; nothing is stored. `browser` is the token that its cookie holds. */
  createRequest(browser: string): RequestOptions;
  /** Whose the passkey is, before anything is proved. */
  findOwner(tx: Tx, response: Assertion): Promise<number | undefined>;
  /** Takes the challenge that the browser was given when the answer is right, so that nothing answers it again. */
  consume(tx: Tx, browser: string | undefined, response: Assertion): Promise<PasskeyOutcome>;
}

interface Dependencies {
  readonly clock: Clock;
  readonly signer: Signer;
  /** Where people open the console. */
  readonly address: { readonly url: string };
}

export function createPasskeys({ clock, signer, address }: Dependencies): Passkeys {
  const challenges = createPasskeyChallenges(signer, passkeyMinutes);
  const party = () => webauthn.relyingPartyOf(address.url);
  const find = (tx: Tx, { id }: Assertion) => queries.findPasskey(tx, Buffer.from(id, 'base64url'));

  return {
    createRequest: (browser) => webauthn.requestOptions(party(), challenges.make(browser, clock.now()), []),
    findOwner: async (tx, response) => (await find(tx, response))?.user_id,
    async consume(tx, browser, response) {
      const now = clock.now();
      const named = webauthn.readChallenge(response);
      const challenge = browser && named && challenges.read(named, browser, now);
      if (!challenge) return { refusal: 'no challenge waits' };
      const key = await find(tx, response);
      // an unknown key takes as long as a known one
      const expected = { publicKey: key?.public_key ?? decoyKey(), challenge: named, party: party() };
      const signed = await webauthn.readAssertion(response, expected);
      if (typeof signed === 'string') return { refusal: signed };
      if (!key || !matchesOwnerHandle(response, key.handle)) return { refusal: 'unknown key' };
      if (!(await consumePasskeyChallenge(tx, { ...challenge, now }))) return { refusal: 'no challenge waits' };
      const spent = await queries.recordSignature(tx, key.id, { ...signed, isPasskey: true }, now);
      return spent ? { name: key.name } : { refusal: 'a counter that went back' };
    },
  };
}

function matchesOwnerHandle({ response: { userHandle } }: Assertion, handle: Buffer | null): boolean {
  return handle !== null && userHandle === handle.toString('base64url');
}
