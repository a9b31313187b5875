import type { UserInfo } from '@gatewarden/contract/users';
import i18next from 'i18next';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { personName } from '../../../lib/format/person-name.ts';

/** Why no user was changed: the reason, with the name of the user it is about, if any. */
export function refusalText(error: unknown, users: readonly UserInfo[]): string {
  const reason = failureText(error);
  const id = error instanceof ApiError ? error.details?.['id'] : undefined;
  const user = users.find((one) => one.id === id);
  return user ? i18next.t('users:many.refused', { name: personName(user), reason }) : reason;
}
