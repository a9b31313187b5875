import { NewPassword, Phone } from '@gatewarden/contract/primitives';
import { NewUser, type UserInfo } from '@gatewarden/contract/users';
import type { z } from 'zod';
import type { UserChanges } from '../users.queries.ts';
import { emptyOr } from './empty-or.ts';

/** Values of the user form; missing values are empty strings. */
export const UserFields = NewUser.omit({ password: true }).extend({ phone: emptyOr(Phone) });
export type UserFields = z.infer<typeof UserFields>;

export const NewUserFields = UserFields.extend({ password: emptyOr(NewPassword) });
export type NewUserFields = z.infer<typeof NewUserFields>;

export function toForm({ username, first_name, last_name, email, phone }: UserInfo): UserFields {
  return { username, first_name, last_name, email, phone: phone ?? '' };
}

/** The changed fields only, so that concurrent edits do not undo each other. */
export function toChanges(fields: UserFields, user: UserInfo): UserChanges {
  const stored = toForm(user);
  const names = ['username', 'first_name', 'last_name', 'email'] as const;
  const changed = names.filter((name) => fields[name] !== stored[name]).map((name) => [name, fields[name]]);
  const changes: UserChanges = Object.fromEntries(changed);
  return fields.phone === stored.phone ? changes : { ...changes, phone: fields.phone || null };
}

/** Omits an empty phone and password: the API distinguishes absent from empty. */
export function toNewUser({ phone, password, ...rest }: NewUserFields) {
  return { ...rest, ...(phone && { phone }), ...(password && { password }) };
}
