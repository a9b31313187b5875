import { createHash } from 'node:crypto';

/** RFC 9580 §3.2: a number after its length in bits. */
export function mpi(bytes: Buffer): Buffer {
  const bits = bytes.length * 8 - Math.clz32(bytes[0] ?? 0) + 24;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bits);
  return Buffer.concat([length, bytes]);
}

/** RFC 9580 §4.2.1, with a length of four bytes. */
export function packet(tag: number, body: Buffer): Buffer {
  const head = Buffer.alloc(6);
  head[0] = 0xc0 | tag;
  head[1] = 0xff;
  head.writeUInt32BE(body.length, 2);
  return Buffer.concat([head, body]);
}

const createdAt = Buffer.from('5e0be100', 'hex');
const odd = (bytes: number, first = 0xff) => Buffer.concat([Buffer.of(first), Buffer.alloc(bytes - 1, 0xff)]);

/** The body of a version 4 key packet. */
export function keyBody(algorithm: number, ...material: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.of(4), createdAt, Buffer.of(algorithm), ...material]);
}

/** The key with an identity and a signature whose digest prefix matches, so that a reader has to verify the numbers. */
function certified(key: Buffer, algorithm: number, signature: readonly Buffer[]): Buffer {
  const name = Buffer.from('Una <una@example.com>');
  const hashed = Buffer.concat([Buffer.of(5, 2), createdAt]);
  const head = Buffer.concat([Buffer.of(4, 0x13, algorithm, 8, 0, hashed.length), hashed]);
  const lengthOf = (bytes: Buffer, prefix: number[], size: 2 | 4) => {
    const length = Buffer.alloc(size);
    length.writeUIntBE(bytes.length, 0, size);
    return Buffer.concat([Buffer.from(prefix), length, bytes]);
  };
  const signed = [
    lengthOf(key, [0x99], 2),
    lengthOf(name, [0xb4], 4),
    head,
    lengthOf(head, [4, 0xff], 4).subarray(0, 6),
  ];
  const digest = createHash('sha256').update(Buffer.concat(signed)).digest();
  const keyId = createHash('sha1')
    .update(signed[0] ?? '')
    .digest()
    .subarray(-8);
  const issuer = Buffer.concat([Buffer.of(0, 10, 9, 16), keyId]);
  const body = Buffer.concat([head, issuer, digest.subarray(0, 2), ...signature]);
  return Buffer.concat([packet(6, key), packet(13, name), packet(2, body)]);
}

/** A DSA key of about that many bytes: verifying its signature takes minutes from 48 kB on. */
export function hugeDsaKey(bytes: number): Buffer {
  const part = Math.min(Math.floor(bytes / 6), 8191);
  const [p, q, g, y] = [odd(part), odd(part, 0x7f), odd(part, 0x3f), odd(part, 0x5f)];
  const key = keyBody(17, ...[p, q, g, y].map(mpi));
  return certified(key, 17, [mpi(odd(part, 0x2f)), mpi(odd(part, 0x1f))]);
}

/** An RSA key with an exponent as long as its modulus. */
export function rsaKey(modulusBytes: number, exponentBytes: number): Buffer {
  const key = keyBody(1, mpi(odd(modulusBytes)), mpi(odd(exponentBytes)));
  return certified(key, 1, [mpi(odd(modulusBytes, 0x7f))]);
}

export function armored(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${lines.join('\n')}\n-----END PGP PUBLIC KEY BLOCK-----\n`;
}
