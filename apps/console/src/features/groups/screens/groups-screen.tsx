import type { GroupInfo } from '@gatewarden/contract/groups';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { DeleteGroupDialog } from '../components/delete-group-dialog.tsx';
import { GroupTable } from '../components/group-table.tsx';
import { groupsQuery } from '../groups.queries.ts';
import styles from './groups-screen.module.css';

const route = getRouteApi('/signed-in/admin/groups');

/** List of groups. */
export function GroupsScreen() {
  const { t } = useTranslation(['groups', 'common']);
  const { q = '', sort = 'name' } = route.useSearch();
  const navigate = route.useNavigate();
  const groups = useQuery(groupsQuery());
  const [deleting, setDeleting] = useState<GroupInfo>();
  const shown = useMemo(() => filterByName(groups.data ?? [], q), [groups.data, q]);
  const searchFor = (text: string) =>
    void navigate({ search: (before) => ({ ...before, q: text || undefined }), replace: true });
  return (
    <>
      <PageHeader
        title={t('list.title')}
        state={groups.data && t('list.count', { count: groups.data.length })}
        actions={
          <ButtonLink to="/groups/new" leftSection={<IconPlus size="1rem" />}>
            {t('add.action')}
          </ButtonLink>
        }
      />
      <search className={styles.search}>
        <SearchField label={t('list.search')} value={q} onChange={searchFor} />
      </search>
      {groups.isPending ? (
        <ListSkeleton />
      ) : groups.data === undefined ? (
        <ErrorState
          error={groups.error}
          title={t('list.failed')}
          onRetry={() => void groups.refetch()}
          retrying={groups.isFetching}
        />
      ) : (
        <GroupTable
          groups={shown}
          sort={sort}
          onSortChange={(to) => void navigate({ search: (before) => ({ ...before, sort: to }), replace: true })}
          onDelete={setDeleting}
          empty={
            <EmptyState
              picture="search"
              title={t('common:table.no_match_title')}
              text={t('common:table.no_match_text')}
              action={<ClearFiltersButton onClick={() => searchFor('')} />}
            />
          }
        />
      )}
      {deleting && (
        <DeleteGroupDialog group={deleting} groups={groups.data ?? []} onClose={() => setDeleting(undefined)} />
      )}
    </>
  );
}

function filterByName(groups: readonly GroupInfo[], search: string): readonly GroupInfo[] {
  const text = search.toLowerCase();
  return text === '' ? groups : groups.filter(({ name }) => name.toLowerCase().includes(text));
}
