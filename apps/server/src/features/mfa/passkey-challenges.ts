import { randomBytes } from 'node:crypto';
import type { Signer } from '../../platform/crypto/signer.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';

const purpose = 'passkey challenge';
const nonceBytes = 16;
const expiryBytes = 8;
const signedBytes = nonceBytes + expiryBytes;
/** Clocks of replicas differ by less. */
const skewMilliseconds = 60_000;

/** The contents of a challenge that this instance issued. */
export interface PasskeyChallenge {
  /** Identifies the challenge when its use is recorded. */
  readonly nonce: Buffer;
  readonly madeAt: Date;
  readonly expiresAt: Date;
}

/**
 * Challenges for browsers in which no user is signed in. They are not stored, so that requests for many cost no space.
 * A challenge consists of a nonce, the expiry in milliseconds, and an HMAC of both and of the browser's token.
 */
export function createPasskeyChallenges(signer: Signer, minutes: number) {
  const lifetime = minutes * 60_000;
  const signed = (value: Buffer, browser: string) => Buffer.concat([value, hashToken(browser)]);

  return {
    make(browser: string, now: Date): Buffer {
      const expiry = Buffer.alloc(expiryBytes);
      expiry.writeBigUInt64BE(BigInt(now.getTime() + lifetime));
      const value = Buffer.concat([randomBytes(nonceBytes), expiry]);
      return Buffer.concat([value, signer.sign(purpose, signed(value, browser))]);
    },
    /** Undefined if another instance issued the challenge, it belongs to another browser, or it has expired. */
    read(challenge: Buffer, browser: string, now: Date): PasskeyChallenge | undefined {
      const value = challenge.subarray(0, signedBytes);
      if (value.length < signedBytes) return undefined;
      if (!signer.verify(purpose, signed(value, browser), challenge.subarray(signedBytes))) return undefined;
      const expires = Number(value.readBigUInt64BE(nonceBytes));
      // a later expiry is from before the clock was set back
      const isCurrent = expires > now.getTime() && expires <= now.getTime() + lifetime + skewMilliseconds;
      if (!isCurrent) return undefined;
      const [madeAt, expiresAt] = [new Date(expires - lifetime), new Date(expires)];
      return { nonce: value.subarray(0, nonceBytes), madeAt, expiresAt };
    },
  };
}
