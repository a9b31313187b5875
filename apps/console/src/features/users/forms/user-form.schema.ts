import { NewPassword, Phone } from '@gatewarden/contract/primitives';
import { GroupNames, NewUser } from '@gatewarden/contract/users';
import { z } from 'zod';
import { emptyOr } from './empty-or.ts';

/** Values of the user form; missing values are empty strings. */
export const UserFields = NewUser.omit({ password: true }).extend({ phone: emptyOr(Phone) });
export type UserFields = z.infer<typeof UserFields>;

export const NewUserFields = UserFields.extend({
  /** The user chooses the password. */
  enrolls: z.boolean(),
  password: emptyOr(NewPassword),
  groups: GroupNames,
});
export type NewUserFields = z.infer<typeof NewUserFields>;

export const PhoneFields = UserFields.pick({ phone: true });
export type PhoneFields = z.infer<typeof PhoneFields>;

export const NameFields = UserFields.pick({ first_name: true, last_name: true });
export type NameFields = z.infer<typeof NameFields>;
