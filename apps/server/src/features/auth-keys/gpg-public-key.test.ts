import { DomainError } from '@gatewarden/contract/errors';
import fc from 'fast-check';
import { generateKey } from 'openpgp';
import { expect, it } from 'vitest';
import { gpgFingerprint, gpgKey } from '../../../test/given/gpg-keys.ts';
import { armored, hugeDsaKey, keyBody, mpi, packet, rsaKey } from '../../../test/given/hostile-gpg-keys.ts';
import { checkPackets } from './gpg-packets.ts';
import { createGpgVerifier, parseGpgPublicKey } from './gpg-public-key.ts';
import { readArmor } from './read-armor.ts';

const verifier = createGpgVerifier();
const parse = (text: string) =>
  parseGpgPublicKey(verifier, { owner: 'una', text, at: new Date('2030-01-01T00:00:00Z') });
const codeOf = (text: string) =>
  parse(text).then(
    () => 'accepted',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

const [oneLine, withHeaders] = [
  gpgKey.replaceAll('\n', ' '),
  gpgKey.replace('\n\n', '\nVersion: GnuPG v2.2.40\nComment: ada\n\n'),
];
it.each([
  ['as exported', gpgKey],
  ['with CRLF', gpgKey.replaceAll('\n', '\r\n')],
  ['with blanks behind its lines', gpgKey.replaceAll('\n', ' \t\n')],
  ['with headers', withHeaders],
  ['without a checksum', gpgKey.replace('=ESAK\n', '')],
  ['without the empty line', gpgKey.replace('\n\n', '\n')],
  ['with blanks for line ends', oneLine],
  ['with doubled blanks for line ends', gpgKey.replaceAll('\n', '  ')],
  ['with headers and blanks for line ends', withHeaders.replaceAll('\n', ' ')],
  ['with tabs for line ends', gpgKey.replaceAll('\n', '\t')],
])('reads an armored key %s', async (_, text) => {
  expect(await parse(text)).toMatchObject({ fingerprint: gpgFingerprint });
});

it.each([
  ['text before the block', `my key: ${oneLine}`],
  ['text behind the block', `${gpgKey}x`],
  ['another kind of block', gpgKey.replaceAll('PUBLIC KEY BLOCK', 'SIGNATURE')],
  ['no end', gpgKey.slice(0, -40)],
  ['characters that are not base64', gpgKey.replace('mDME', 'm!ME')],
  ['a word inside the lines', oneLine.replace('=ESAK', 'a note =ESAK')],
  ['no packets', armored(Buffer.from('no packets'))],
  ['half a packet', armored(readArmor(gpgKey)?.subarray(0, 100) ?? Buffer.of())],
])('refuses %s', async (_, text) => {
  expect(await codeOf(text)).toBe('gpg_key_invalid');
});

it.each([
  ['RSA of 2048 bits', { type: 'rsa', rsaBits: 2048 }],
  ['Ed25519', { type: 'ecc', curve: 'ed25519Legacy' }],
  ['Ed25519 of version 6', { type: 'curve25519', config: { v6Keys: true } }],
  ['ECDSA on P-256', { type: 'ecc', curve: 'nistP256' }],
  ['ECDSA on P-521', { type: 'ecc', curve: 'nistP521' }],
] as const)('takes a key of %s', async (_, options) => {
  const { publicKey } = await generateKey({ userIDs: [{ name: 'Una' }], format: 'armored', ...options });
  expect(
    await parseGpgPublicKey(verifier, { owner: 'una', text: publicKey, at: new Date(Date.now() + 1000) }),
  ).toMatchObject({
    fingerprint: expect.stringMatching(/^[0-9A-F]{40,64}$/),
  });
});

const material = readArmor(gpgKey)?.subarray(2, 2 + 0x33) ?? Buffer.of();
const identity = packet(13, Buffer.from('Una'));
it.each([
  ['DSA', hugeDsaKey(1200)],
  // its verification took minutes on the event loop
  ['DSA with numbers as long as fit', hugeDsaKey(48_000)],
  ['RSA with too long a modulus', rsaKey(4096, 3)],
  ['RSA with too short a modulus', rsaKey(128, 3)],
  ['RSA with an exponent as long as the modulus', rsaKey(512, 512)],
  ['a curve that is not listed', packet(6, keyBody(19, Buffer.from('052b8104000a', 'hex'), mpi(Buffer.alloc(65, 4))))],
  ['an unknown algorithm', packet(6, keyBody(99, Buffer.alloc(32)))],
  ['too many identities', Buffer.concat([packet(6, material), ...Array(61).fill(identity)])],
  ['too many signatures', Buffer.concat([packet(6, material), ...Array(301).fill(packet(2, Buffer.alloc(9)))])],
  ['a signature that is too long', Buffer.concat([packet(6, material), identity, packet(2, Buffer.alloc(8193))])],
])('computes nothing with a key of %s', async (_, bytes) => {
  expect(await codeOf(armored(bytes))).toBe('gpg_key_unsupported');
});

it('parses any bytes and any text without failing, and decodes what it encoded', () => {
  const bytes = readArmor(gpgKey) ?? Buffer.of();
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readArmor(text)));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (any) => void checkPackets(Buffer.from(any))));
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      const changed = Buffer.from(bytes);
      changed[at] = value;
      checkPackets(changed.subarray(0, value % 7 === 0 ? at : undefined));
    }),
  );
  const lineEnd = fc.constantFrom('\n', '\r\n', ' ', '  ');
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), lineEnd, (any, end) => {
      const given = Buffer.from(any);
      expect(readArmor(armored(given).replaceAll('\n', end))?.equals(given)).toBe(true);
    }),
  );
});
