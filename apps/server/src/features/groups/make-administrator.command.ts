import { DomainError } from '@gatewarden/contract/errors';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { type AdminCommand, done } from '../admin-command.ts';
import { findUser } from '../users/index.ts';
import type { GroupsService } from './groups.service.ts';

interface Features {
  readonly db: Database;
  readonly groups: Pick<GroupsService, 'addToAdministrators'>;
}

export const makeAdministrator: AdminCommand<Features> = {
  name: 'users make-administrator',
  parameters: ['user name'],
  description: 'add a user to the first group of administrators',
  async run({ features: { db, groups }, origin }, { values: [username = ''] }) {
    const user = await findUser(db, username);
    if (!user) throw new DomainError('user_not_found');
    if (user.is_admin) return done('was an administrator already', [`${username} is an administrator already.`]);
    await inTransaction(db, (tx) => groups.addToAdministrators(tx, origin, { id: user.id, username }));
    return done('made an administrator', [
      `${username} is an administrator now.`,
      ...(user.is_active
        ? []
        : ['The account is disabled: an administrator has to enable it before the user can sign in.']),
    ]);
  },
};
