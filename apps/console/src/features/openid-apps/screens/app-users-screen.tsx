import type { AppUser } from '@gatewarden/contract/openid-apps';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChipList } from '../../../ui/chip-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PhoneRow } from '../../../ui/table/list-props.ts';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { appUsersQuery } from '../openid-apps.queries.ts';

const route = getRouteApi('/signed-in/admin/applications/$clientId');

/** Who uses an application, and since when. */
export function AppUsersScreen() {
  const { t } = useTranslation('openid-apps');
  const { clientId } = route.useParams();
  const users = useQuery(appUsersQuery(clientId));
  const columns = useColumns();
  const phone = usePhoneRow();
  const [sort, setSort] = useState('-used');
  if (users.isPending) return <ListSkeleton />;
  if (users.data === undefined) {
    return (
      <ErrorState
        error={users.error}
        title={t('users.failed')}
        onRetry={() => void users.refetch()}
        retrying={users.isFetching}
      />
    );
  }
  return (
    <DataTable
      label={t('page.users')}
      data={users.data}
      columns={columns}
      phone={phone}
      sort={sort}
      onSortChange={setSort}
      getId={({ user_id: id }) => String(id)}
      getName={nameOf}
      opens
      empty={<EmptyState icon={<IconUsers />} title={t('users.empty_title')} text={t('users.empty_text')} />}
    />
  );
}

function usePhoneRow(): PhoneRow<AppUser> {
  const { t } = useTranslation('openid-apps');
  return useMemo(
    () => ({
      line2: ({ last_used_at: at }) => (
        <>
          {t('field.last_used')} <TimeCell at={at} />
        </>
      ),
    }),
    [t],
  );
}

function nameOf({ full_name: name, username }: AppUser): string {
  return name || username;
}

function useColumns(): readonly Column<AppUser>[] {
  const { t } = useTranslation('openid-apps');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('users.person'),
        share: 2,
        sortValue: nameOf,
        cell: (user) => (
          <RowLink to="/users/$username" params={{ username: user.username }} title={nameOf(user)}>
            {nameOf(user)}
          </RowLink>
        ),
      },
      {
        id: 'scope',
        header: t('users.scopes'),
        share: 2.5,
        cell: ({ scope }) => <ChipList items={scope.map((one) => t(`scope_short.${one}`))} max={3} />,
      },
      {
        id: 'since',
        header: t('users.since'),
        descendingFirst: true,
        sortValue: ({ authorized_at: at }) => at,
        cell: ({ authorized_at: at }) => <TimeCell at={at} />,
      },
      {
        id: 'used',
        header: t('field.last_used'),
        descendingFirst: true,
        sortValue: ({ last_used_at: at }) => at,
        cell: ({ last_used_at: at }) => <TimeCell at={at} />,
      },
    ],
    [t],
  );
}
