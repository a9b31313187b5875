import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../crypto/certificates.ts';
import { readCertificates } from './read-certificates.ts';

let first: string;
let second: string;
beforeAll(async () => {
  [first, second] = (await Promise.all(
    ['First', 'Second'].map(async (name) => `${(await makeAuthority(name)).certificate.trim()}\n`),
  )) as [string, string];
});

const bytesOf = (pem: string) => Buffer.from(pem.replaceAll(/-----[A-Z ]+-----/g, ''), 'base64');
const blockOf = (bytes: Buffer, label = 'CERTIFICATE') =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64')}\n-----END ${label}-----\n`;

describe('certificates in PEM format', () => {
  it('remain as they are', () => {
    for (const text of [first, first.trim(), first + second]) expect(readCertificates(text)).toBe(text);
    expect(readCertificates(first.replaceAll('\n', '\r\n'))).toBeDefined();
  });

  it('lose comments and blank lines around them', () => {
    const text = `Certificate:\n    Serial Number: 1\n${first}\n 1 s:CN = Second\n   i:CN = Second\n---\n${second}\n`;
    expect(readCertificates(text)).toBe(first + second);
  });

  it('are refused with a private key, also one without an end', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const text of [first + key, key + first, first + key.slice(0, 60), first + key + second])
      expect(readCertificates(text)).toBeUndefined();
    const der = privateKey.export({ type: 'pkcs8', format: 'der' });
    expect(readCertificates(blockOf(Buffer.concat([bytesOf(first), der])))).toBeUndefined();
  });

  it('are refused if one of them is damaged, incomplete or of another kind', () => {
    const others = [
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      '-----BEGIN CERTIFICATE-----\nAAAA',
      '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n',
      '-----BEGIN CERTIFICATE-----\n'.repeat(500),
      '-----END CERTIFICATE-----\n',
      blockOf(bytesOf(second), 'TRUSTED CERTIFICATE'),
      blockOf(bytesOf(second).subarray(0, -1)),
      second.replace('-----BEGIN', ' -----BEGIN'),
      second.slice(0, -3),
    ];
    for (const other of others) {
      expect(readCertificates(first + other)).toBeUndefined();
      expect(readCertificates(other + first)).toBeUndefined();
    }
    for (const text of ['', 'no certificate', 'AAAA']) expect(readCertificates(text)).toBeUndefined();
  });
});
