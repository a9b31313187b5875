import type { AccessVersion } from '@gatewarden/contract/access-history';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListPager } from '../../../ui/list-pager.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { authorOf } from '../author-of.ts';
import { AccessTabs } from '../components/access-tabs.tsx';
import { OneLine } from '../components/one-line.tsx';
import { versionsPerPage, versionsQuery } from '../history.queries.ts';
import { summarizeVersion } from '../summarize-version.ts';
import { unbroken } from '../unbroken.ts';

const route = getRouteApi('/signed-in/admin/access-rules/history');

/** What was deployed when. */
export function HistoryScreen() {
  const { t } = useTranslation('access');
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const versions = useQuery(versionsQuery(page));
  const columns = useColumns();
  return (
    <>
      <PageHeader title={t('title')} state={t('history.intro')} />
      <AccessTabs />
      {versions.isPending ? (
        <ListSkeleton />
      ) : versions.data === undefined ? (
        <ErrorState
          error={versions.error}
          title={t('history.failed')}
          onRetry={() => void versions.refetch()}
          retrying={versions.isFetching}
        />
      ) : (
        <>
          <DataTable
            label={t('tabs.history')}
            data={versions.data.versions}
            columns={columns}
            getId={({ id }) => String(id)}
            getName={({ id }) => String(id)}
            opens
            empty={
              <EmptyState icon={<IconHistory />} title={t('history.empty_title')} text={t('history.empty_text')} />
            }
          />
          <ListPager
            page={page}
            pageSize={versionsPerPage}
            total={versions.data.total}
            onPage={(next) => void navigate({ search: next === 1 ? {} : { page: next } })}
          />
        </>
      )}
    </>
  );
}

function useColumns(): readonly Column<AccessVersion>[] {
  const { t, i18n } = useTranslation('access');
  const locale = useLocale();
  return useMemo(
    () => [
      {
        id: 'at',
        header: t('history.at'),
        share: 1.5,
        cell: ({ id, at }) => {
          const text = unbroken(formatInstant(instantOf(at), locale));
          return (
            <RowLink to="/access-rules/history/$versionId" params={{ versionId: String(id) }} title={text}>
              {text}
            </RowLink>
          );
        },
      },
      { id: 'by', header: t('history.by'), share: 1, cell: (version) => authorOf(version, t) },
      {
        id: 'changes',
        header: t('history.changes'),
        share: 3,
        cell: (version) => <OneLine text={summarizeVersion(version, t, i18n.language)} />,
      },
    ],
    [t, i18n.language, locale],
  );
}
