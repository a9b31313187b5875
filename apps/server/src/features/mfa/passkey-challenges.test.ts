import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSigner } from '../../platform/crypto/signer.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';

const key = randomBytes(32);
const challenges = createPasskeyChallenges(createSigner(key), 10);
const now = new Date('2030-01-01T00:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

it('are valid for the requesting browser, for ten minutes, on every replica', () => {
  const challenge = challenges.make('browser', now);
  const replica = createPasskeyChallenges(createSigner(key), 10);
  expect(replica.read(challenge, 'browser', after(9))).toMatchObject({ expiresAt: after(10) });
  expect(challenges.read(challenge, 'another', now)).toBeUndefined();
  expect(challenges.read(challenge, 'browser', after(10))).toBeUndefined();
  expect(challenges.read(challenge, 'browser', after(-60))).toBeUndefined();
  expect(challenges.make('browser', now)).not.toEqual(challenge);
});

it('are rejected if altered, shortened or issued by another instance', () => {
  const challenge = challenges.make('browser', now);
  for (let at = 0; at < challenge.length; at += 1) {
    const altered = Buffer.from(challenge);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(challenges.read(altered, 'browser', now)).toBeUndefined();
    expect(challenges.read(challenge.subarray(0, at), 'browser', now)).toBeUndefined();
  }
  const other = createPasskeyChallenges(createSigner(randomBytes(32)), 10);
  expect(challenges.read(other.make('browser', now), 'browser', now)).toBeUndefined();
});
