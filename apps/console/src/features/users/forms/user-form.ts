import { NewPassword, Phone } from '@gatewarden/contract/primitives';
import { NewUser, type UserInfo } from '@gatewarden/contract/users';
import type { z } from 'zod';
import type { UserChanges } from '../users.queries.ts';
import { emptyOr } from './empty-or.ts';

/** Names and addresses as a form holds them: what is missing is an empty text. */
export const UserFields = NewUser.omit({ password: true }).extend({ phone: emptyOr(Phone) });
export type UserFields = z.infer<typeof UserFields>;

export const NewUserFields = UserFields.extend({ password: emptyOr(NewPassword) });
export type NewUserFields = z.infer<typeof NewUserFields>;

export function toForm({ username, first_name, last_name, email, phone }: UserInfo): UserFields {
  return { username, first_name, last_name, email, phone: phone ?? '' };
}

/** What differs from the user as stored, so that two who edit at once do not undo each other's changes. */
export function toChanges(fields: UserFields, user: UserInfo): UserChanges {
  const stored = toForm(user);
  const names = ['username', 'first_name', 'last_name', 'email'] as const;
  const changed = names.filter((name) => fields[name] !== stored[name]).map((name) => [name, fields[name]]);
  const changes: UserChanges = Object.fromEntries(changed);
  return fields.phone === stored.phone ? changes : { ...changes, phone: fields.phone || null };
}

/** No phone and no password is something else than an empty one. */
export function toNewUser({ phone, password, ...rest }: NewUserFields) {
  return { ...rest, ...(phone && { phone }), ...(password && { password }) };
}
