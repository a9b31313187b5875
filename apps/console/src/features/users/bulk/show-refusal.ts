import type { UserInfo } from '@gatewarden/contract/users';
import { ApiError } from '../../../lib/api-error.ts';
import { showFailure } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';

/** Shows why no user was changed, with the name of the user it is about, if any. */
export function showRefusal(error: unknown, users: readonly UserInfo[]): void {
  if (error instanceof ApiError) {
    const user = users.find(({ id }) => id === error.details['id']);
    if (user) error.subject = personName(user);
  }
  showFailure(error);
}
