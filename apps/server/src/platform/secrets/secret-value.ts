import { decrypt, encrypt } from './aes-gcm.ts';

/** Encrypts secrets. */
export interface DataKey {
  readonly id: number;
  /** 32 random bytes. */
  readonly key: Buffer;
}

/** What a secret is and whose it is. Part of the encryption, so a value cannot be moved to another row. */
export interface SecretName {
  /** Without a colon, such as `totp`. Must never change. */
  readonly kind: string;
  /** The id of the row that the secret belongs to; `instance` for secrets of the instance. */
  readonly owner: number | string;
}

/** Values of former versions have the format 0; see `former-secrets.ts`. */
const format = 1;
const headerBytes = 5;

/** Returns the format, the id of the data key (4 bytes, big endian), nonce, tag and ciphertext. */
export function encodeSecret(dataKey: DataKey, name: SecretName, text: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(format);
  header.writeUInt32BE(dataKey.id, 1);
  return Buffer.concat([header, encrypt(dataKey.key, Buffer.from(text), contextOf(header, name))]);
}

/** @throws Error if the value was encrypted with another key, belongs to another name, or was altered */
export function decodeSecret(dataKey: DataKey, name: SecretName, value: Buffer): string {
  const header = value.subarray(0, headerBytes);
  if (header[0] !== format) throw new Error(`the secret has the unknown format ${header[0]}`);
  return decrypt(dataKey.key, value.subarray(headerBytes), contextOf(header, name)).toString('utf8');
}

function contextOf(header: Buffer, { kind, owner }: SecretName): Buffer {
  return Buffer.concat([header, Buffer.from(`${kind}:${owner}`)]);
}
