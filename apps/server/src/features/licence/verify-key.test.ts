import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import fc from 'fast-check';
import { CompactSign, exportJWK, importJWK } from 'jose';
import { expect, it } from 'vitest';
import { givenIssuer } from '../../../test/given/licence-issuer.ts';
import { readIssuers } from './read-issuers.ts';
import { verifyKey } from './verify-key.ts';

const issuer = await givenIssuer();
const other = await givenIssuer({ name: 'Other issuer' });
const claims = { lic_id: 'lic-1', customer: 'Example Ltd', type: 'offline' } as const;

const refusalOf = (key: string, issuers = [issuer.trusted]) =>
  verifyKey(key, issuers).then(
    () => 'accepted',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('reads the claims of a key of a trusted issuer, with line breaks and blanks as pasted', async () => {
  const limits = { users: 50, devices: 100 };
  const key = await issuer.issue({
    ...claims,
    valid_until: '2030-01-01T02:00:00+02:00',
    limits,
    entitlements: ['ldap'],
  });
  const pasted = ` ${key.slice(0, 40)}\r\n${key.slice(40)}\n`;
  expect(await verifyKey(pasted, [other.trusted, issuer.trusted])).toEqual({
    issuer: issuer.trusted,
    claims: {
      ...claims,
      valid_until: '2030-01-01T00:00:00.000Z',
      limits: { ...limits, locations: null, network_devices: null },
      entitlements: ['ldap'],
    },
  });
});

it('finds the issuer without a kid, and accepts a key without limits and end', async () => {
  const privateKey = await importJWK(issuer.privateKey);
  const key = await new CompactSign(Buffer.from(JSON.stringify({ ...claims, newer: { claim: true } })))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(privateKey);
  expect(await verifyKey(key, [other.trusted, issuer.trusted])).toMatchObject({
    issuer: { name: issuer.trusted.name },
    claims: { valid_until: null, entitlements: null, limits: { users: null } },
  });
});

it.each([
  '',
  'key',
  'a.b',
  'a.b.c',
  'a.b.c.d',
  `${encode([])}.e30.AA`,
  `${encode('text')}.e30.AA`,
  `${'A'.repeat(4_000)}.${'A'.repeat(4_000)}.${'A'.repeat(4_000)}`,
  '{"payload":"e30","signature":"AA","protected":"e30"}',
])('refuses a text that is no compact JWS: %#', async (text) => {
  expect(await refusalOf(text)).toBe('license_undecodable');
});

it('refuses other algorithms, also with the public key as the secret of HS256', async () => {
  const secret = issuer.trusted.publicKey.export({ format: 'der', type: 'spki' });
  const hs256 = [encode({ alg: 'HS256', kid: issuer.trusted.kid }), encode(claims)].join('.');
  const mac = createHmac('sha256', secret).update(hs256).digest('base64url');
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const es256 = [
    encode({ alg: 'ES256', kid: issuer.trusted.kid, jwk: await exportJWK(ec.publicKey) }),
    encode(claims),
  ].join('.');
  const es256Signature = sign('sha256', Buffer.from(es256), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' });
  const keys = [
    `${encode({ alg: 'none' })}.${encode(claims)}.`,
    `${encode({ alg: 'None', kid: issuer.trusted.kid })}.${encode(claims)}.AA`,
    `${encode({})}.${encode(claims)}.AA`,
    `${hs256}.${mac}`,
    `${es256}.${es256Signature.toString('base64url')}`,
  ];
  for (const key of keys) expect([key, await refusalOf(key)]).toEqual([key, 'license_algorithm_refused']);
});

it('refuses keys of other issuers', async () => {
  expect(await refusalOf(await other.issue(claims))).toBe('license_issuer_unknown');
  const [, payload, signature] = (await other.issue(claims)).split('.');
  // as if this issuer had signed it
  expect(await refusalOf(`${encode({ alg: 'EdDSA', kid: issuer.trusted.kid })}.${payload}.${signature}`)).toBe(
    'license_signature_invalid',
  );
  expect(await refusalOf(`${encode({ alg: 'EdDSA' })}.${payload}.${signature}`)).toBe('license_signature_invalid');
  expect(await refusalOf(await issuer.issue(claims), [])).toBe('license_issuer_unknown');
});

it('ignores a key in the header', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const header = {
    alg: 'EdDSA',
    jwk: await exportJWK(createPublicKey(publicKey.export({ format: 'pem', type: 'spki' }))),
  };
  const key = await new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(header).sign(privateKey);
  expect(await refusalOf(key)).toBe('license_signature_invalid');
});

it('refuses critical parameters that it does not know', async () => {
  const signed = `${encode({ alg: 'EdDSA', kid: issuer.trusted.kid, crit: ['exp'], exp: 1 })}.${encode(claims)}`;
  expect(await refusalOf(`${signed}.AA`)).toBe('license_undecodable');
});

it('refuses a key of which any character was replaced', async () => {
  const key = await issuer.issue({ ...claims, limits: { users: 5 } });
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // the last character has bits that are not part of the signature
  const place = fc.integer({ min: 0, max: key.length - 2 });
  await fc.assert(
    fc.asyncProperty(place, fc.constantFrom(...alphabet), async (at, character) => {
      fc.pre(key[at] !== character);
      expect(await refusalOf(key.slice(0, at) + character + key.slice(at + 1))).toMatch(/^license_/);
    }),
  );
});

it.each<[string, unknown]>([
  ['payload', 'text'],
  ['payload', null],
  ['lic_id', { ...claims, lic_id: '' }],
  ['customer', { ...claims, customer: 'x'.repeat(257) }],
  ['type', { ...claims, type: 'trial' }],
  ['valid_until', { ...claims, type: 'subscription' }],
  ['valid_until', { ...claims, valid_until: 'tomorrow' }],
  ['valid_until', { ...claims, valid_until: 1_900_000_000 }],
  ['limits.users', { ...claims, limits: { users: -1 } }],
  ['limits.devices', { ...claims, limits: { devices: '10' } }],
  ['limits.locations', { ...claims, limits: { locations: 1.5 } }],
  ['entitlements', { ...claims, entitlements: 'all' }],
  ['entitlements', { ...claims, entitlements: Array.from({ length: 101 }, () => 'ldap') }],
])('names the claim %s that is not valid', async (claim, payload) => {
  const error = await verifyKey(await issuer.sign(payload), [issuer.trusted]).catch((each: unknown) => each);
  expect(error).toMatchObject({ code: 'license_malformed', details: { field: 'license', claim } });
});

const raw = issuer.entry.public_key;

it('reads issuers with raw keys and JSON Web Keys', () => {
  const entry = { name: 'Issuer', kid: 'a', public_key: raw };
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw };
  const [first, second] = readIssuers([
    entry,
    { ...entry, kid: 'b', public_key: jwk, renewal_url: 'https://example.com/r' },
  ]);
  expect(first?.publicKey.equals(issuer.trusted.publicKey)).toBe(true);
  expect(second?.publicKey.equals(issuer.trusted.publicKey)).toBe(true);
  expect([first?.renewalUrl, second?.renewalUrl?.href]).toEqual([undefined, 'https://example.com/r']);
  expect(readIssuers([])).toEqual([]);
});

it.each<[string, unknown]>([
  ['no list', {}],
  ['a short key', [{ name: 'Issuer', kid: 'a', public_key: 'AAAA' }]],
  ['a private key', [{ name: 'Issuer', kid: 'a', public_key: { kty: 'OKP', crv: 'Ed25519', x: raw, d: raw } }]],
  ['another curve', [{ name: 'Issuer', kid: 'a', public_key: { kty: 'OKP', crv: 'X25519', x: raw } }]],
  ['the same kid twice', [1, 2].map((number) => ({ name: `Issuer ${number}`, kid: 'a', public_key: raw }))],
  ['an address that is none', [{ name: 'Issuer', kid: 'a', public_key: raw, renewal_url: 'file:///etc/passwd' }]],
  ['an unknown field', [{ name: 'Issuer', kid: 'a', public_key: raw, trusted: true }]],
])('refuses a list of issuers with %s', (_, content) => {
  expect(() => readIssuers(content)).toThrow(/^licence\/issuers\.json is not valid: /);
});
