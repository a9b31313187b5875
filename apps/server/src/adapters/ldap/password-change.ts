import { createHash, randomBytes } from 'node:crypto';
import { BerWriter } from 'ldapts';

/** RFC 3062. */
export const modifyPassword = '1.3.6.1.4.1.4203.1.11.1';
const userIdentity = 0x80;
const newPassword = 0x82;

/** The value of the request of RFC 3062 §2: the server hashes the password as it is configured. */
export function modifyPasswordRequest(dn: string, password: string): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeBuffer(Buffer.from(dn), userIdentity);
  writer.writeBuffer(Buffer.from(password), newPassword);
  writer.endSequence();
  return writer.buffer;
}

/** The value of `unicodePwd` of Active Directory: in quotes, in UTF-16LE. */
export function unicodePassword(password: string): Buffer {
  return Buffer.from(`"${password}"`, 'utf16le');
}

/** A value of `userPassword` (RFC 2307 §5.3) for servers without RFC 3062. */
export function hashPassword(password: string, salt: Buffer = randomBytes(16)): string {
  const digest = createHash('sha512').update(password).update(salt).digest();
  return `{SSHA512}${Buffer.concat([digest, salt]).toString('base64')}`;
}
