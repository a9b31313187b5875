import type { GroupInfo } from '@gatewarden/contract/groups';
import type { ListedUser } from '@gatewarden/contract/users';
import { Button, Menu } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { PersonLink } from '../../../ui/person-link.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { AccountBadges } from '../../users/index.ts';
import { useRemoveWithUndo } from '../use-remove-with-undo.ts';

// loaded when it is opened
const RemoveMembersDialog = lazy(async () => ({
  default: (await import('./remove-members-dialog.tsx')).RemoveMembersDialog,
}));

interface Props {
  group: GroupInfo;
  members: readonly ListedUser[];
  empty: ReactNode;
}

interface Removing {
  readonly users: readonly ListedUser[];
  /** Clears the selection. */
  readonly onRemoved: () => void;
}

/** Members of a group; removing one or several can be undone. */
export function MemberTable({ group, members, empty }: Props) {
  const { t } = useTranslation('groups');
  const columns = useColumns();
  const [sort, setSort] = useState<Sort>('name');
  const removal = useRemoveWithUndo(group.name);
  const [removing, setRemoving] = useState<Removing>();
  const phone = useMemo(
    () => ({ line2: ({ email }: ListedUser) => email, trailing: (user: ListedUser) => <AccountBadges user={user} /> }),
    [],
  );
  return (
    <>
      <DataTable
        label={t('field.members')}
        data={members}
        columns={columns}
        getId={({ id }) => String(id)}
        getName={personName}
        sort={sort}
        onSortChange={setSort}
        opens
        phone={phone}
        empty={empty}
        {...(group.managed_by === null && {
          rowActions: (user: ListedUser) => (
            <ActionsMenu label={t('members.menu', { name: personName(user) })}>
              <Menu.Item leftSection={<IconUserMinus size="1rem" />} onClick={() => removal.remove([user])}>
                {t('members.remove')}
              </Menu.Item>
            </ActionsMenu>
          ),
          bulkActions: (users: readonly ListedUser[], onRemoved: () => void) => (
            <Button
              variant="light"
              color="red"
              size="xs"
              onClick={() =>
                users.length === 1 ? removal.remove(users, onRemoved) : setRemoving({ users, onRemoved })
              }
            >
              {t('members.remove')}
            </Button>
          ),
        })}
      />
      <Suspense>
        {removing && (
          <RemoveMembersDialog {...removing} group={group} removal={removal} onClose={() => setRemoving(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function useColumns(): readonly Column<ListedUser>[] {
  const { t } = useTranslation('groups');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        share: 2,
        sortValue: personName,
        cell: (user) => <PersonLink person={user} />,
      },
      {
        id: 'username',
        header: t('members.username'),
        share: 1.5,
        sortValue: ({ username }) => username,
        cell: ({ username }) => username,
      },
      {
        id: 'email',
        header: t('members.email'),
        share: 2.5,
        sortValue: ({ email }) => email,
        cell: ({ email }) => email,
        from: 'desktop',
      },
      { id: 'state', header: t('members.state'), cell: (user) => <AccountBadges user={user} /> },
    ],
    [t],
  );
}
