import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { EmailAddress, NewPassword, Phone, Username } from '@gatewarden/contract/primitives';
import type { z } from 'zod';

interface CheckedFields {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
}

/** Interface reference §6: a broken rule is 400, in this order. @throws username_invalid, email_invalid, phone_invalid */
export function checkUserRules({ username, email, phone }: CheckedFields): void {
  check(Username, username, 'username_invalid', 'username');
  check(EmailAddress, email, 'email_invalid', 'email');
  check(Phone, phone, 'phone_invalid', 'phone');
}

/** @throws password_weak */
export function checkPasswordRules(password: string, field: string): void {
  check(NewPassword, password, 'password_weak', field);
}

function check(rule: z.ZodType, value: string | null | undefined, code: ErrorCode, field: string): void {
  if (value === undefined || value === null) return;
  if (!rule.safeParse(value).success) throw new DomainError(code, { field });
}
