import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, it } from 'vitest';
import { isPlainAttestation } from './attestation.ts';

type Statement = Map<string, string | number | Uint8Array<ArrayBuffer> | Uint8Array<ArrayBuffer>[]>;

/** Encoded as by a browser, with a key of that many bytes. */
function attestationObject(format: string, statement: Statement = new Map(), keyBytes = 32): string {
  const key = isoCBOR.encode(new Map([[-2, new Uint8Array(keyBytes)]]));
  // RP ID hash, the flags "user present, user verified, has a key", counter, AAGUID, credential id of one byte
  const head = [...new Uint8Array(32), 0x45, ...new Uint8Array(4), ...new Uint8Array(16), 0, 1, 7];
  const authData = new Uint8Array([...head, ...key]);
  const attestation = new Map<string, string | Statement | Uint8Array<ArrayBuffer>>([
    ['fmt', format],
    ['attStmt', statement],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(attestation)).toString('base64url');
}

const certificates: Statement = new Map([['x5c', [new Uint8Array([0x30, 0])]]]);

it('accepts no attestation and self attestation', async () => {
  expect(await isPlainAttestation(attestationObject('none'))).toBe(true);
  expect(await isPlainAttestation(attestationObject('packed', new Map([['alg', -7]])))).toBe(true);
});

it.each(['packed', 'apple', 'fido-u2f', 'android-key', 'android-safetynet', 'tpm'])(
  'rejects certificates of the format %s unread',
  async (format) => {
    expect(await isPlainAttestation(attestationObject(format, certificates))).toBe(false);
  },
);

it('rejects a key of more than 1024 bytes and malformed attestations', async () => {
  expect(await isPlainAttestation(attestationObject('none', new Map(), 600))).toBe(true);
  expect(await isPlainAttestation(attestationObject('none', new Map(), 1024))).toBe(false);
  expect(await isPlainAttestation('')).toBe(false);
  expect(await isPlainAttestation(Buffer.alloc(9_000, 0x81).toString('base64url'))).toBe(false);
});
