import { expect, it } from 'vitest';
import { isPrivateJwk, isServiceAccountKey } from './identity-providers.keys.ts';

const pem = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n';
const file = { type: 'service_account', private_key: pem, client_email: 'sync@example.iam.gserviceaccount.com' };
const rsa = { kty: 'RSA', n: 'n', e: 'AQAB', d: 'd' };

it.each([
  [JSON.stringify(file), true],
  [`\n${JSON.stringify(file, null, 2)}\n`, true],
  [pem, true],
  [JSON.stringify({ not: 'it' }), false],
  [JSON.stringify({ ...file, client_email: undefined }), false],
  [JSON.stringify({ ...file, client_email: 'nope' }), false],
  [JSON.stringify({ ...file, private_key: 'MIIE' }), false],
  ['-----BEGIN PUBLIC KEY-----\nMIIE', false],
  ['garbage', false],
  ['null', false],
  ['[]', false],
])('tells whether %j can be the key of a service account', (text, expected) => {
  expect(isServiceAccountKey(text)).toBe(expected);
});

it.each([
  [JSON.stringify(rsa), true],
  [JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd', kid: 'key-1' }), true],
  [JSON.stringify({ ...rsa, d: undefined }), false],
  [JSON.stringify({ ...rsa, d: '' }), false],
  [JSON.stringify({ kty: 'oct', k: 'k' }), false],
  [JSON.stringify({ kty: 'toString' }), false],
  [JSON.stringify({ keys: [rsa] }), false],
  ['garbage', false],
])('tells whether %j is a private JWK', (text, expected) => {
  expect(isPrivateJwk(text)).toBe(expected);
});
