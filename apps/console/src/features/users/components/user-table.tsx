import type { ListedUser } from '@gatewarden/contract/users';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../../i18n/i18n.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';
import { AccountBadges } from './user-cells.tsx';
import { UserFacts } from './user-facts.tsx';
import { type UserAction, UserMenu } from './user-menu.tsx';

// loaded with the first summary, like the texts of what it shows
const UserSummary = lazy(async () => {
  const [{ UserSummary }] = await Promise.all([
    import('./user-summary.tsx'),
    loadTexts('devices', 'groups', 'locations', 'activity-log'),
  ]);
  return { default: UserSummary };
});

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
  const { t } = useTranslation(['users', 'common']);
  const phone = useMemo(
    () => ({
      line2: (user: ListedUser) => user.email,
      trailing: (user: ListedUser) => <AccountBadges user={user} />,
    }),
    [],
  );
  const peek = (user: ListedUser): Peek => ({
    title: personName(user),
    icon: <Avatar name={personName(user)} size="md" />,
    state: user.username,
    open: (
      <ButtonLink to="/users/$username" params={{ username: user.username }} variant="default" size="compact-sm">
        {t('common:peek.open')}
      </ButtonLink>
    ),
    content: (
      <Suspense fallback={<UserFacts user={user} />}>
        <UserSummary username={user.username} />
      </Suspense>
    ),
  });
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
