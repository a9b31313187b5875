import { randomInt } from 'node:crypto';
import { hashToken } from '../../platform/crypto/tokens.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const codeLength = 16;
const codeCount = 8;

/** Eight codes of 95 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () =>
    Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
}

/** What is stored; too many bits for anybody to try them all, so no slow hash is needed. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code);
}
