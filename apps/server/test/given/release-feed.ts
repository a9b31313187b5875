import type { Update } from '@gatewarden/contract/updates';
import { CompactSign, importJWK } from 'jose';
import { type ReleaseKey, readReleaseKeys, signFeed } from '../../src/features/updates/index.ts';
import { createSigningKeys } from '../../src/platform/crypto/signed-statement.ts';

interface FeedInput {
  readonly release?: Partial<Update>;
  /** The present if absent. */
  readonly issuedAt?: Date;
  /** 90 days after `issuedAt` if absent. */
  readonly expiresAt?: Date;
}

/** A publisher of releases with its private key. */
export interface TestPublisher {
  /** As a build trusts it. */
  readonly trusted: ReleaseKey;
  /** As in `release-keys/keys.json`; `public_key` as in `GATEWARDEN_UPDATES_KEYS`. */
  readonly entry: { readonly name: string; readonly kid: string; readonly public_key: string };
  readonly privateKey: Readonly<Record<string, unknown>>;
  sign(feed?: FeedInput): Promise<string>;
  /** Signs any payload. */
  signPayload(payload: unknown, header?: Readonly<Record<string, unknown>>): Promise<string>;
}

export const feedType = 'gatewarden-releases+jws';

export const release: Update = {
  version: '9.0.0',
  release_date: '2030-01-01',
  release_notes_url: 'https://example.com/notes/9.0.0',
  update_url: 'https://example.com/releases/9.0.0',
  critical: false,
  notes: '# Changes\n\n- **Faster** tunnels',
};

export async function givenPublisher(name = 'Test publisher'): Promise<TestPublisher> {
  const { kid, privateKey, publicKey } = await createSigningKeys();
  const entry = { name, kid, public_key: publicKey };
  const [trusted] = readReleaseKeys([entry]);
  if (!trusted) throw new Error('there is no key');
  return {
    trusted,
    entry,
    privateKey,
    sign({ release: changes, issuedAt = new Date(), expiresAt } = {}) {
      const end = expiresAt ?? new Date(issuedAt.getTime() + 90 * 86_400_000);
      const feed = { issuedAt, expiresAt: end, release: { ...release, ...changes } };
      return signFeed(feed, JSON.stringify(privateKey));
    },
    signPayload: async (payload, header = {}) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', kid, typ: feedType, ...header })
        .sign(await importJWK(privateKey, 'EdDSA')),
  };
}
