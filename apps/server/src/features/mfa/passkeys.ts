import type { Assertion, RequestOptions } from '@gatewarden/contract/security-keys';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { decoyKey } from './decoy-key.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import * as queries from './security-keys.queries.ts';
import * as webauthn from './webauthn.ts';
import { consumePasskeyChallenge } from './webauthn-challenges.queries.ts';

/** A sign-in page may be open for a while before the user picks a passkey. */
export const passkeyMinutes = 10;

/** The result of a passkey's response. */
export type PasskeyOutcome =
  | { readonly refusal: webauthn.KeyRefusal }
  /** The name of the passkey. */
  | { readonly name: string };

/** Passkeys at sign-in: the browser finds them without a user name, and the response names the owner. */
export interface Passkeys {
  /** What the browser needs to request a passkey; nothing is stored. `browser` is the token in its cookie. */
  createRequest(browser: string): RequestOptions;
  /** The id of the passkey's owner. Proves nothing yet. */
  findOwner(tx: Tx, response: Assertion): Promise<number | undefined>;
  /** Verifies the response. If it is right, its challenge is consumed and cannot be used again. */
  consume(tx: Tx, browser: string | undefined, response: Assertion): Promise<PasskeyOutcome>;
}

interface Dependencies {
  readonly clock: Clock;
  readonly signer: Signer;
  /** The address of the console. */
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
      // verification takes the same time for an unknown key
      const expected = { publicKey: key?.public_key ?? decoyKey(), challenge: named, party: party() };
      const signed = await webauthn.readAssertion(response, expected);
      if (typeof signed === 'string') return { refusal: signed };
      if (!key || !matchesOwnerHandle(response, key.handle)) return { refusal: 'unknown key' };
      if (!(await consumePasskeyChallenge(tx, { ...challenge, now }))) return { refusal: 'no challenge waits' };
      const isRecorded = await queries.recordSignature(tx, key.id, { ...signed, isPasskey: true }, now);
      return isRecorded ? { name: key.name } : { refusal: 'a counter that went back' };
    },
  };
}

function matchesOwnerHandle({ response: { userHandle } }: Assertion, handle: Buffer | null): boolean {
  return handle !== null && userHandle === handle.toString('base64url');
}
