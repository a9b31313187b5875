import type { SyncProblemKind } from '@gatewarden/contract/directory-sync';
import { EmailAddress, Phone, Username } from '@gatewarden/contract/primitives';
import type { DirectoryUser } from '../../ports/directory.ts';
import type { AccountFields } from './sync-state.ts';

export type MappedUser =
  | { readonly fields: AccountFields; readonly problem?: undefined }
  | { readonly fields?: undefined; readonly problem: SyncProblemKind };

/** The account of an entry, or why it cannot have one. What only describes a person never prevents an account. */
export function toAccount(entry: DirectoryUser): MappedUser {
  const username = entry.username.trim();
  const email = entry.email.trim();
  if (!Username.safeParse(username).success) return { problem: 'username_invalid' };
  if (email === '') return { problem: 'email_missing' };
  if (!EmailAddress.safeParse(email).success) return { problem: 'email_invalid' };
  const first_name = toLine(entry.firstName) || username;
  const phone = entry.phone.trim();
  const isPhone = Phone.safeParse(phone).success;
  return { fields: { username, email, first_name, last_name: toLine(entry.lastName), phone: isPhone ? phone : null } };
}

const maxNameCharacters = 128;

/** One line without control characters and characters that reorder the text around them. */
function toLine(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const cut = visible.slice(0, maxNameCharacters).trim();
  return cut.isWellFormed() ? cut : cut.slice(0, -1).toWellFormed().trim();
}
