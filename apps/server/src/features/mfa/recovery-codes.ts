import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@gatewarden/contract/mfa.names';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { normalizeCode } from './normalize-code.ts';

/** Without characters that look alike: 0 and o, 1, i and l. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const groupLength = 5;
const groupCount = 4;

/** Eight codes of 99 random bits each, such as `k7m2x-9qfwa-3hv8t-b5npd`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => Array.from({ length: groupCount }, newGroup).join('-'));
}

function newGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The stored hash. The codes have too many bits for brute force, so it need not be slow. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(normalizeCode(code));
}

/** The possible stored hashes of the input. Case matters only in codes of earlier versions, which use both cases. */
export function hashesOfTypedCode(typed: string): readonly Buffer[] {
  return [hashRecoveryCode(typed), hashRecoveryCode(typed.toLowerCase())];
}
