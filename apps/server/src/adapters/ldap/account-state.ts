import type { EntryValues } from './entry-values.ts';

/** Bit of `userAccountControl` in Active Directory. */
const accountDisabled = 0x2;
/** Between 1601, where times of Active Directory begin, and 1970, in milliseconds. */
const epochOffset = 11_644_473_600_000;
const ticksPerMillisecond = 10_000n;
/** [MS-ADA1] §2.1: both mean that the account never expires. */
const neverExpires = ['0', '9223372036854775807'];

export const stateAttributes = ['userAccountControl', 'accountExpires', 'nsAccountLock'];

/** False if the account is locked (`nsAccountLock`) or, in Active Directory, disabled or expired. */
export function isUsable(entry: EntryValues, isActiveDirectory: boolean, now: Date): boolean {
  if (entry.text('nsAccountLock').toLowerCase() === 'true') return false;
  if (!isActiveDirectory) return true;
  const isDisabled = (Number(entry.text('userAccountControl') || 0) & accountDisabled) !== 0;
  return !isDisabled && !isExpired(entry.text('accountExpires'), now);
}

/** `expires` counts intervals of 100 nanoseconds. */
function isExpired(expires: string, now: Date): boolean {
  if (!/^\d{1,19}$/.test(expires) || neverExpires.includes(expires)) return false;
  return Number(BigInt(expires) / ticksPerMillisecond) - epochOffset <= now.getTime();
}
