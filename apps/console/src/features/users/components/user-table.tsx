import type { ListedUser } from '@gatewarden/contract/users';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { AccountBadges } from './user-cells.tsx';
import { UserFacts } from './user-facts.tsx';
import { type UserAction, UserMenu } from './user-menu.tsx';
import { useUserPeek } from './user-peek.tsx';

interface Props {
  users: readonly ListedUser[];
  columns: readonly Column<ListedUser>[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  onAction: (user: ListedUser, action: UserAction) => void;
  /** Buttons for the selected users. */
  bulkActions: (selected: readonly ListedUser[], clear: () => void) => ReactNode;
  empty: ReactNode;
}

/** Table of users with menus; rows of two lines on a phone. */
export function UserTable({ users, onAction, ...list }: Props) {
  const { t } = useTranslation('users');
  const phone = useMemo(
    () => ({
      line2: (user: ListedUser) => user.email,
      trailing: (user: ListedUser) => <AccountBadges user={user} />,
    }),
    [],
  );
  const peekAt = useUserPeek();
  const peek = (user: ListedUser) =>
    peekAt({ username: user.username, name: personName(user), pending: <UserFacts user={user} /> });
  return (
    <DataTable
      {...list}
      label={t('list.title')}
      data={users}
      getId={idOf}
      getName={personName}
      rowActions={(user, row) => (
        <UserMenu user={user} onAction={(action) => onAction(user, action)} onPeek={row.peek} />
      )}
      opens
      peek={peek}
      phone={phone}
    />
  );
}

const idOf = ({ id }: ListedUser) => String(id);
