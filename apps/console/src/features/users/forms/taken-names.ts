import type { UserInfo } from '@gatewarden/contract/users';
import type { z } from 'zod';

/** Usernames and email addresses of other users, in lower case: neither is case-sensitive. */
export interface TakenNames {
  readonly usernames: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
}

export function takenNamesOf(users: readonly UserInfo[]): TakenNames {
  return {
    usernames: new Set(users.map(({ username }) => username.toLowerCase())),
    emails: new Set(users.map(({ email }) => email.toLowerCase())),
  };
}

/** Rejects taken names and addresses before submission; the server checks again. */
export function rejectTakenNames<Fields extends { username: string; email: string }>(
  schema: z.ZodType<Fields, Fields>,
  { usernames, emails }: TakenNames,
): z.ZodType<Fields, Fields> {
  return schema.superRefine(({ username, email }, context) => {
    if (usernames.has(username.toLowerCase())) {
      context.addIssue({ code: 'custom', path: ['username'], message: 'username_taken' });
    }
    if (emails.has(email.toLowerCase())) {
      context.addIssue({ code: 'custom', path: ['email'], message: 'email_taken' });
    }
  });
}
