import { createHmac, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { CompactSign, exportJWK } from 'jose';
import { expect, it } from 'vitest';
import { givenIssuer } from '../../../test/given/licence-issuer.ts';
import { feedType, givenPublisher, release } from '../../../test/given/release-feed.ts';
import { describeFeed, FeedError, requireCurrent, verifyFeed } from './feed.ts';
import { readReleaseKeys, toReleaseKeys } from './release-keys.ts';

const publisher = await givenPublisher();
const other = await givenPublisher('Other publisher');
const issuedAt = new Date('2030-01-01T00:00:00Z');
const claims = {
  product: 'gatewarden',
  issued_at: '2030-01-01T00:00:00Z',
  expires_at: '2030-04-01T00:00:00Z',
  release,
};

const problemOf = (text: string, keys = [publisher.trusted]) =>
  verifyFeed(text, keys).then(
    () => 'accepted',
    (error: unknown) => (error instanceof FeedError ? error.problem : String(error)),
  );
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('reads the release of a feed of a trusted key, with a line break at its end', async () => {
  const text = await publisher.sign({ issuedAt });
  expect(await verifyFeed(`${text}\n`, [other.trusted, publisher.trusted])).toEqual({
    issuedAt,
    expiresAt: new Date('2030-04-01T00:00:00Z'),
    release,
    key: publisher.trusted,
  });
  expect(describeFeed(text)?.release).toEqual(release);
});

it('ignores claims that only a later version knows', async () => {
  const text = await publisher.signPayload({ ...claims, channel: 'stable', release: { ...release, size: 1 } });
  expect((await verifyFeed(text, [publisher.trusted])).release).toEqual(release);
});

it('accepts the keys of an operator, whatever the kid', async () => {
  const keys = toReleaseKeys([other.entry.public_key, publisher.entry.public_key]);
  expect(await problemOf(await publisher.sign(), [...keys])).toBe('accepted');
  expect(await problemOf(await (await givenPublisher()).sign(), [...keys])).toBe('signature_invalid');
});

it('trusts nothing without keys', async () => {
  expect(await problemOf(await publisher.sign(), [])).toBe('no_keys');
});

it.each(['', 'feed', '<html></html>', 'a.b', 'a.b.c', `${encode([])}.e30.AA`, 'A'.repeat(70_000)])(
  'refuses what is no compact JWS: %#',
  async (text) => {
    expect(await problemOf(text)).toBe('undecodable');
  },
);

it.each(['alg', 'kid', 'typ'])('refuses a header whose %s is not a string', async (name) => {
  const nested = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
  for (const value of ['{"toString":0,"valueOf":0}', nested, '1', 'null']) {
    const others = JSON.stringify({ alg: 'EdDSA', kid: publisher.trusted.kid, typ: feedType }).slice(1);
    const header = Buffer.from(`{${others.slice(0, -1)},"${name}":${value}}`).toString('base64url');
    expect(await problemOf(`${header}.${encode(claims)}.AA`)).toBe('undecodable');
  }
});

it('refuses other algorithms, also with the public key as the secret of HS256', async () => {
  const secret = publisher.trusted.publicKey.export({ format: 'der', type: 'spki' });
  const hs256 = [encode({ alg: 'HS256', kid: publisher.entry.kid, typ: feedType }), encode(claims)].join('.');
  const mac = createHmac('sha256', secret).update(hs256).digest('base64url');
  const feeds = [
    `${encode({ alg: 'none', typ: feedType })}.${encode(claims)}.`,
    `${encode({ alg: 'nOnE', kid: publisher.entry.kid })}.${encode(claims)}.AA`,
    `${encode({ typ: feedType })}.${encode(claims)}.AA`,
    `${hs256}.${mac}`,
  ];
  for (const text of feeds) expect([text, await problemOf(text)]).toEqual([text, 'algorithm_refused']);
});

it('refuses feeds of other keys, also with a key in the header', async () => {
  const text = await other.sign();
  expect(await problemOf(text)).toBe('key_unknown');
  const [, payload, signature] = text.split('.');
  const header = encode({ alg: 'EdDSA', kid: publisher.entry.kid, typ: feedType });
  expect(await problemOf(`${header}.${payload}.${signature}`)).toBe('signature_invalid');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const own = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', typ: feedType, jwk: await exportJWK(publicKey) })
    .sign(privateKey);
  expect(await problemOf(own)).toBe('signature_invalid');
});

it('refuses a feed of which any character was replaced', async () => {
  const text = await publisher.sign();
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // the last character has bits that are not part of the signature
  const place = fc.integer({ min: 0, max: text.length - 2 });
  await fc.assert(
    fc.asyncProperty(place, fc.constantFrom(...alphabet), async (at, character) => {
      fc.pre(text[at] !== character);
      expect(await problemOf(text.slice(0, at) + character + text.slice(at + 1))).not.toBe('accepted');
    }),
  );
});

it('refuses what the key signed for another purpose', async () => {
  expect(await problemOf(await publisher.signPayload(claims, { typ: undefined }))).toBe('malformed');
  expect(await problemOf(await publisher.signPayload(claims, { typ: 'JWT' }))).toBe('malformed');
  // the issuer of licenses uses the same key
  const issuer = await givenIssuer();
  const licence = await issuer.issue({ lic_id: 'lic-1', customer: 'Example', type: 'offline' });
  const keys = toReleaseKeys([issuer.entry.public_key]);
  expect(await problemOf(licence, [...keys])).toBe('malformed');
});

it.each<[string, unknown]>([
  ['payload', 'text'],
  ['product', { ...claims, product: 'another' }],
  ['issued_at', { ...claims, issued_at: 'today' }],
  ['expires_at', { ...claims, expires_at: undefined }],
  ['expires_at', { ...claims, expires_at: claims.issued_at }],
  ['release', { ...claims, release: undefined }],
  ['release.version', { ...claims, release: { ...release, version: '9' } }],
  ['release.release_date', { ...claims, release: { ...release, release_date: '2030-13-01' } }],
  ['release.release_notes_url', { ...claims, release: { ...release, release_notes_url: 'http://example.com' } }],
  ['release.release_notes_url', { ...claims, release: { ...release, release_notes_url: 'javascript:alert(1)' } }],
  ['release.update_url', { ...claims, release: { ...release, update_url: 'https://user:word@example.com' } }],
  ['release.critical', { ...claims, release: { ...release, critical: 'yes' } }],
  ['release.notes', { ...claims, release: { ...release, notes: 'x'.repeat(8_193) } }],
])('names the claim %s that is not valid', async (claim, payload) => {
  const error = await verifyFeed(await publisher.signPayload(payload), [publisher.trusted]).catch(
    (each: unknown) => each,
  );
  expect(error).toMatchObject({ problem: 'malformed', detail: claim });
});

it('requires a feed that is current, and tolerates clocks that differ by minutes', () => {
  const expiresAt = new Date('2030-04-01T00:00:00Z');
  const problemAt = (time: string) => {
    try {
      requireCurrent({ issuedAt, expiresAt, release }, new Date(time));
      return 'current';
    } catch (error) {
      return error instanceof FeedError ? error.problem : error;
    }
  };
  expect(problemAt('2029-12-31T23:49:59Z')).toBe('not_yet_valid');
  expect(problemAt('2029-12-31T23:51:00Z')).toBe('current');
  expect(problemAt('2030-03-31T23:59:59Z')).toBe('current');
  expect(problemAt('2030-04-01T00:00:00Z')).toBe('expired');
});

const raw = publisher.entry.public_key;

it('reads trusted keys as raw keys and JSON Web Keys', () => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw };
  const keys = readReleaseKeys([
    { name: 'A', kid: 'a', public_key: raw },
    { name: 'B', kid: 'b', public_key: jwk },
  ]);
  expect(keys.map(({ id, kid }) => [id, kid])).toEqual([
    [raw, 'a'],
    [raw, 'b'],
  ]);
});

it.each<[string, unknown]>([
  ['no list', {}],
  ['a short key', [{ name: 'A', kid: 'a', public_key: 'AAAA' }]],
  ['a private key', [{ name: 'A', kid: 'a', public_key: { kty: 'OKP', crv: 'Ed25519', x: raw, d: raw } }]],
  ['the same kid twice', [1, 2].map((number) => ({ name: `${number}`, kid: 'a', public_key: raw }))],
  ['an unknown field', [{ name: 'A', kid: 'a', public_key: raw, trusted: true }]],
])('refuses a list of keys with %s', (_, content) => {
  expect(() => readReleaseKeys(content)).toThrow(/^release-keys\/keys\.json is not valid: /);
});
