import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useColumnChoice } from '../../../ui/list/use-column-choice.ts';
import { ViewTabs } from '../../../ui/list/view-tabs.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { BulkButtons } from '../bulk/bulk-buttons.tsx';
import { useBulkActions } from '../bulk/use-bulk-actions.tsx';
import { InviteHint } from '../components/invite-hint.tsx';
import { ListMenu } from '../components/list-menu.tsx';
import { useUserActions } from '../components/use-user-actions.tsx';
import { useUserColumns } from '../components/use-user-columns.tsx';
import { UserFilters } from '../components/user-filters.tsx';
import { UserTable } from '../components/user-table.tsx';
import { filterUsers, groupsOf, sourcesOf, type UserFilter } from '../filter-users.ts';
import { usersQuery } from '../users.queries.ts';

const AddUserDialog = lazy(async () => ({ default: (await import('../forms/add-user-dialog.tsx')).AddUserDialog }));

const route = getRouteApi('/signed-in/admin/users');
const defaultSort = 'name';
/** Who connects makes no list of users stale: with thousands of devices, it would be fetched all the time. */
const refetchInterval = 60_000;

/** List of users. */
export function UsersScreen() {
  const { t } = useTranslation(['users', 'common']);
  const {
    q: search,
    show: kind,
    state,
    factor,
    seen,
    group,
    source,
    sort = defaultSort,
    add = false,
  } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useQuery({ ...usersQuery(), refetchInterval });
  const { runAction, dialog } = useUserActions();
  const bulk = useBulkActions();
  const filter = useMemo(
    () => ({ search, kind, state, factor, seen, group, source }),
    [search, kind, state, factor, seen, group, source],
  );
  const now = useMinute();
  const shown = useMemo(() => filterUsers(users.data ?? [], filter, now), [users.data, filter, now]);
  const groups = useMemo(() => groupsOf(users.data ?? []), [users.data]);
  const sources = useMemo(() => sourcesOf(users.data ?? []), [users.data]);

  const filterBy = (next: UserFilter) =>
    void navigate({ search: ({ sort: kept }) => ({ sort: kept, ...toSearch(next) }), replace: true });
  const sortBy = (to: string) => void navigate({ search: (before) => ({ ...before, sort: to }), replace: true });
  const columns = useUserColumns();
  const choice = useColumnChoice('users', columns);
  const [clearCount, setClearCount] = useState(0);
  const clearFilters = () => {
    setClearCount((count) => count + 1);
    filterBy({});
  };
  const setAdding = (adding: boolean) =>
    void navigate({ search: (before) => ({ ...before, add: adding || undefined }), replace: !adding });
  const addButton = (
    <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
      {t('add.action')}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t('list.title')}
        state={users.data && <UserCount all={users.data.length} shown={shown.length} />}
        actions={
          <>
            {users.data && <ListMenu shown={shown} isFiltered={shown.length < users.data.length} />}
            {addButton}
          </>
        }
      />
      <ViewTabs
        list="users"
        views={[
          { label: t('list.all'), filter: {} },
          { label: t('view.admins'), filter: { kind: 'admins' } },
          { label: t('view.no_factor'), filter: { factor: 'off' } },
          { label: t('view.connected'), filter: { seen: 'now' } },
          { label: t('view.never_connected'), filter: { seen: 'never' } },
          { label: t('view.disabled'), filter: { state: 'disabled' } },
        ]}
        filter={filter}
        linkOf={(next) => ({
          to: '/users',
          search: { ...toSearch(next), sort: sort === defaultSort ? undefined : sort },
        })}
      />
      <UserFilters
        filter={filter}
        groups={groups}
        sources={sources}
        onChange={filterBy}
        onClear={clearFilters}
        clearCount={clearCount}
        withClear={shown.length > 0}
        choice={choice}
        columns={columns}
        sort={sort}
        onSortChange={sortBy}
      />
      {state === 'unenrolled' && shown.length > 0 && (
        <InviteHint onInvite={() => bulk.runAction('invite', shown, () => undefined)} />
      )}
      {users.isPending ? (
        <ListSkeleton />
      ) : users.isError && users.data === undefined ? (
        <ErrorState
          error={users.error}
          title={t('list.failed')}
          onRetry={() => void users.refetch()}
          retrying={users.isFetching}
        />
      ) : (
        <UserTable
          users={shown}
          columns={choice.columns}
          sort={sort}
          onSortChange={sortBy}
          onAction={runAction}
          bulkActions={(selected, clear) => (
            <BulkButtons users={selected} onAction={(action) => bulk.runAction(action, selected, clear)} />
          )}
          empty={
            <EmptyState
              picture="search"
              title={t('common:table.no_match_title')}
              text={t('common:table.no_match_text')}
              action={<ClearFiltersButton onClick={clearFilters} />}
            />
          }
        />
      )}
      {add && (
        <Suspense>
          <AddUserDialog known={users.data ?? []} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {dialog}
      {bulk.dialog}
    </>
  );
}

/** The current time, to the minute. */
function useMinute(): Date {
  const minute = Math.floor(useNow().getTime() / 60_000);
  return useMemo(() => new Date(minute * 60_000), [minute]);
}

/** Parameters of the address. */
function toSearch({ search: q, kind: show, ...rest }: UserFilter) {
  return { q, show, ...rest };
}

function UserCount({ all, shown }: { all: number; shown: number }) {
  const { t } = useTranslation('users');
  const total = t('list.count', { count: all });
  return <span role="status">{shown === all ? total : t('list.shown', { shown, total })}</span>;
}
