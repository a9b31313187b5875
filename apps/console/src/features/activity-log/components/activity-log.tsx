import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LiveDot } from '../../../ui/live-dot.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useIsLive } from '../../live/index.ts';
import type { ActivityPage } from '../activity-log.queries.ts';
import type { ActivitySearch } from '../activity-search.ts';
import { filterOf, isFiltered, newestFirst } from '../filter.ts';
import { useActivityList } from '../use-activity-list.ts';
import { ActivityFilters } from './activity-filters.tsx';
import styles from './activity-log.module.css';
import { ActivityTable } from './activity-table.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { ExportMenu } from './export-menu.tsx';
import { LogIntegrity } from './log-integrity.tsx';
import { LogPager } from './pager.tsx';

interface Props {
  title: string;
  text?: string;
  /** The page of the whole log, that of the signed-in user, or a tab, which has a header already. */
  place: 'page' | 'own-page' | 'tab';
  search: ActivitySearch;
  /** `isStep`: adds a step to the history of the browser. */
  onSearchChange: (search: ActivitySearch, isStep: boolean) => void;
  /** All entries are those of the signed-in user. */
  isOwn: boolean;
  /** Shows only entries of this user, regardless of the filters. */
  person?: string;
}

const pageSize = 50;

/** The log with filters, pages and a drawer with the details of one entry. */
export function ActivityLog({ title, text, place, search, onSearchChange, isOwn, person }: Props) {
  const { t } = useTranslation(['activity-log', 'common']);
  const narrowed = filterOf(search);
  const filter = person === undefined ? narrowed : { ...narrowed, person: [person] };
  const { sort = newestFirst, page = 1, entry } = search;
  const live = useIsLive();
  const log = useActivityList({ filter, sort, page, isBusy: entry !== undefined });
  const { list, error, newEntryCount } = log;

  const narrow = (changes: Partial<ActivitySearch>) =>
    onSearchChange({ ...search, ...changes, page: undefined, entry: undefined }, false);
  const [clearCount, setClearCount] = useState(0);
  const clear = () => {
    setClearCount((count) => count + 1);
    onSearchChange({}, false);
  };
  const showNewEntries = () => {
    log.showNewEntries();
    onSearchChange({ ...search, sort: undefined, page: undefined }, false);
    window.scrollTo(0, 0);
  };
  const state = (
    <span className={styles.state}>
      <Total list={list} />
      <LiveDot updatedAt={log.updatedAt} live={live && !log.isOutdated} />
    </span>
  );
  const exportMenu = <ExportMenu filter={filter} sort={sort} />;
  return (
    <>
      {place === 'tab' ? (
        <div className={styles.head}>
          {state}
          {exportMenu}
        </div>
      ) : (
        <PageHeader
          title={title}
          state={state}
          actions={
            <>
              {place === 'page' && <LogIntegrity />}
              {exportMenu}
            </>
          }
        />
      )}
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {/* the key discards text that was typed and is not applied yet */}
      <ActivityFilters key={clearCount} search={search} onChange={narrow} isOwn={isOwn} />
      <div className={styles.fresh} role="status">
        {newEntryCount > 0 && (
          <Button size="xs" leftSection={<IconArrowUp size="1rem" aria-hidden />} onClick={showNewEntries}>
            {newEntryCount < pageSize
              ? t('fresh.some', { count: newEntryCount })
              : t('fresh.more', { count: pageSize })}
          </Button>
        )}
      </div>
      {error ? (
        <ErrorState error={error} title={t('failed')} onRetry={log.retry} retrying={log.isFetching} />
      ) : list === undefined ? (
        <ListSkeleton count={10} />
      ) : list.data.length === 0 ? (
        <NoEntries isNarrowed={isFiltered(narrowed)} onClear={clear} />
      ) : (
        <>
          <ActivityTable
            label={title}
            rows={list.data}
            search={search}
            sort={sort}
            onSortChange={(to) => narrow({ sort: to === newestFirst ? undefined : to })}
            isOwn={isOwn}
            isChanging={log.isChanging}
          />
          <LogPager
            page={page}
            pagination={list.pagination}
            onPage={(to) => onSearchChange({ ...search, page: to === 1 ? undefined : to, entry: undefined }, true)}
          />
        </>
      )}
      <EntryDrawer
        id={entry}
        row={list?.data.find(({ id }) => id === entry)}
        isOwn={isOwn}
        onClose={() => onSearchChange({ ...search, entry: undefined }, false)}
      />
    </>
  );
}

function Total({ list }: { list: ActivityPage | undefined }): ReactNode {
  const { t } = useTranslation('activity-log');
  if (!list) return <span aria-hidden>{'\u00a0'}</span>;
  const { total_items, is_estimate } = list.pagination;
  return <span role="status">{t(is_estimate ? 'count_about' : 'count', { count: total_items })}</span>;
}

function NoEntries({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation(['activity-log', 'common']);
  if (!isNarrowed) return <EmptyState picture="log" title={t('empty_title')} text={t('empty_text')} />;
  return (
    <EmptyState
      picture="search"
      title={t('no_match_title')}
      text={t('no_match_text')}
      action={<ClearFiltersButton onClick={onClear} />}
    />
  );
}
