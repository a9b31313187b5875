import { IconApps, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ListTools } from '../../../ui/list/list-tools.tsx';
import { useColumnChoice } from '../../../ui/list/use-column-choice.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { AppTable, useAppColumns } from '../components/app-table.tsx';
import { ProviderTabs } from '../components/provider-tabs.tsx';
import { useAppActions } from '../components/use-app-actions.tsx';
import { type AppFilter, appKinds, appStates, filterApps } from '../filter-apps.ts';
import { appsQuery } from '../openid-apps.queries.ts';

const route = getRouteApi('/signed-in/admin/applications');

/** List of the applications that sign people in. */
export function AppsScreen() {
  const { t } = useTranslation(['openid-apps', 'common']);
  const { q, kind, state, sort = 'name' } = route.useSearch();
  const navigate = route.useNavigate();
  const apps = useQuery(appsQuery());
  const { runAction, dialog } = useAppActions();
  const columns = useAppColumns();
  const choice = useColumnChoice('applications', columns);
  const shown = useMemo(() => filterApps(apps.data ?? [], { q, kind, state }), [apps.data, q, kind, state]);
  const [clearCount, setClearCount] = useState(0);
  const set = (change: AppFilter) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const clear = () => {
    setClearCount((count) => count + 1);
    set({ q: undefined, kind: undefined, state: undefined });
  };
  const sortBy = (to: string) => void navigate({ search: (before) => ({ ...before, sort: to }), replace: true });
  const add = (
    <ButtonLink to="/applications/new" leftSection={<IconPlus size="1rem" />}>
      {t('add.action')}
    </ButtonLink>
  );
  const isEmpty = apps.data?.length === 0;
  const isFiltered = [q, kind, state].some((value) => value !== undefined);
  return (
    <>
      <PageHeader
        title={t('title')}
        state={apps.data && t('list.count', { count: apps.data.length })}
        actions={!isEmpty && add}
      />
      <ProviderTabs />
      {!isEmpty && (
        <ListTools
          search={
            <SearchField
              key={clearCount}
              label={t('list.search')}
              value={q ?? ''}
              onChange={(text) => set({ q: text || undefined })}
            />
          }
          filters={[
            {
              label: t('field.kind'),
              value: kind,
              options: appKinds.map((value) => ({ value, label: t(`kind_short.${value}`) })),
              onChange: (next) => set({ kind: appKinds.find((one) => one === next) }),
            },
            {
              label: t('field.state'),
              value: state,
              options: appStates.map((value) => ({ value, label: t(`state.${value}`) })),
              onChange: (next) => set({ state: appStates.find((one) => one === next) }),
            },
          ]}
          clear={
            isFiltered && shown.length > 0 && <ClearFiltersButton variant="subtle" size="compact-sm" onClick={clear} />
          }
          choice={choice}
          columns={columns}
          sort={sort}
          onSortChange={sortBy}
        />
      )}
      {apps.isPending ? (
        <ListSkeleton />
      ) : apps.data === undefined ? (
        <ErrorState
          error={apps.error}
          title={t('list.failed')}
          onRetry={() => void apps.refetch()}
          retrying={apps.isFetching}
        />
      ) : isEmpty ? (
        <EmptyState icon={<IconApps />} title={t('list.empty_title')} text={t('list.empty_text')} action={add} />
      ) : (
        <AppTable
          apps={shown}
          columns={choice.columns}
          sort={sort}
          onSortChange={sortBy}
          onAction={runAction}
          empty={
            <EmptyState
              picture="search"
              title={t('common:table.no_match_title')}
              text={t('common:table.no_match_text')}
              action={<ClearFiltersButton onClick={clear} />}
            />
          }
        />
      )}
      {dialog}
    </>
  );
}
