import { generateKeyPairSync } from 'node:crypto';

/** RFC 4253 §6.6: the type, then length-prefixed fields in base64. */
export function sshLine(type: string, ...fields: readonly (string | Buffer)[]): string {
  const parts = [type, ...fields].flatMap((field) => {
    const bytes = Buffer.from(field as string);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return `${type} ${Buffer.concat(parts).toString('base64')}`;
}

/** The public key of a new pair, as `ssh-keygen -t ed25519` writes it, without a comment. */
export function newSshKey(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return sshLine('ssh-ed25519', Buffer.from(x, 'base64url'));
}
