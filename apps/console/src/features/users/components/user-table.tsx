import type { UserInfo } from '@gatewarden/contract/users';
import { Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { type UserAction, UserMenu } from './user-menu.tsx';
import styles from './user-table.module.css';

interface Props {
  users: readonly UserInfo[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  onAction: (user: UserInfo, action: UserAction) => void;
  /** Buttons for the selected users. */
  bulkActions: (selected: readonly UserInfo[], clear: () => void) => ReactNode;
  empty: ReactNode;
}

/** Table of users with menus; cards on a phone. */
export function UserTable({ users, sort, onSortChange, onAction, bulkActions, empty }: Props) {
  const { t } = useTranslation('users');
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <DataTable
      label={t('list.title')}
      data={users}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={personName}
      sort={sort}
      onSortChange={onSortChange}
      rowActions={(user) => <UserMenu user={user} onAction={(action) => onAction(user, action)} />}
      bulkActions={bulkActions}
      empty={empty}
    />
  );
}

type Translate = (key: ParseKeys<'users'>) => string;

function columnsOf(t: Translate): Column<UserInfo>[] {
  return [
    { id: 'name', header: t('field.name'), share: 3, sortValue: personName, cell: (user) => <UserCell user={user} /> },
    { id: 'email', header: t('field.email'), share: 2.5, sortValue: ({ email }) => email, cell: ({ email }) => email },
    {
      id: 'groups',
      header: t('field.groups'),
      share: 1.5,
      from: 'desktop',
      sortValue: ({ groups }) => groups.join(', ') || undefined,
      cell: ({ groups }) => groups.join(', ') || '–',
    },
    {
      id: 'status',
      header: t('field.status'),
      share: 1.8,
      sortValue: ({ is_active }) => !is_active,
      cell: ({ is_active }) => (
        <StatusBadge tone={is_active ? 'success' : 'neutral'}>
          {is_active ? t('status.active') : t('status.disabled')}
        </StatusBadge>
      ),
    },
    {
      id: 'enrolled',
      header: t('field.enrolled'),
      share: 2,
      from: 'wide',
      sortValue: ({ enrolled }) => !enrolled,
      cell: ({ enrolled }) =>
        enrolled ? t('enrolled.yes') : <StatusBadge tone="neutral">{t('enrolled.no')}</StatusBadge>,
    },
  ];
}

function UserCell({ user }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  return (
    <span className={styles.person}>
      <RowLink
        to="/users/$username"
        params={{ username: user.username }}
        className={styles.name}
        title={personName(user)}
      >
        {personName(user)}
      </RowLink>
      {user.is_admin && (
        <Tooltip label={t('administrator')}>
          <IconShieldCheck size="1rem" className={styles.admin} role="img" aria-label={t('administrator')} />
        </Tooltip>
      )}
      <span className={styles.username}>{user.username}</span>
    </span>
  );
}
