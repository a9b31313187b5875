import type { UserInfo } from '@gatewarden/contract/users';
import type { UserChanges } from '../users.queries.ts';
import type { NewUserFields, UserFields } from './user-form.schema.ts';

export const loadPhoneFields = async () => (await import('./user-form.schema.ts')).PhoneFields;

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
export function toNewUser({ enrolls, phone, password, groups, ...rest }: NewUserFields) {
  return {
    ...rest,
    ...(phone && { phone }),
    ...(!enrolls && password && { password }),
    ...(groups.length > 0 && { groups }),
  };
}
