import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ActivityPage, newestQuery, pageQuery } from './activity-log.queries.ts';
import { type ActivityFilter, newestFirst } from './filter.ts';

interface Options {
  filter: ActivityFilter;
  sort: string;
  page: number;
  /** The list must not move because an entry is open. */
  isBusy: boolean;
}

/** The page shown last, and its filter. */
interface Displayed {
  key: string;
  newest: ActivityPage;
}

/** Up to this scroll position the newest entries are in view. */
const topPixels = 16;

/**
 * The requested page. The first page, newest first, adds new entries while its top is in view. Otherwise they are only
 * counted, until `showNewEntries` runs or the filter changes.
 */
export function useActivityList({ filter, sort, page, isBusy }: Options) {
  const isNewest = page === 1 && sort === newestFirst;
  const newest = useQuery(newestQuery(filter));
  const other = useQuery({ ...pageQuery(filter, { sort, page }), enabled: !isNewest });
  const [displayed, setDisplayed] = useState<Displayed>();

  const key = JSON.stringify(filter);
  const latest = newest.isPlaceholderData ? undefined : newest.data;
  if (latest && displayed?.key !== key) setDisplayed({ key, newest: latest });

  const mayMove = isNewest && !isBusy;
  useEffect(() => {
    if (latest && mayMove && window.scrollY <= topPixels) setDisplayed({ key, newest: latest });
  }, [latest, mayMove, key]);

  const requested = isNewest ? newest : other;
  const current = isNewest ? displayed?.newest : other.data;
  // remains while the first page of another order or number is loading, with the focus on its pager
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  return {
    list: current ?? last,
    /** Another page or filter is loading; the previous one is shown. */
    isChanging: isNewest
      ? displayed !== undefined && displayed.key !== key
      : other.isPlaceholderData || other.data === undefined,
    error:
      requested.isError && (requested.data === undefined || requested.isPlaceholderData) ? requested.error : undefined,
    isFetching: requested.isFetching,
    updatedAt: newest.dataUpdatedAt,
    isOutdated: newest.isError,
    retry: () => void requested.refetch(),
    newEntryCount: latest && displayed?.key === key ? countNewEntries(displayed.newest, latest) : 0,
    showNewEntries: () => latest && setDisplayed({ key, newest: latest }),
  };
}

/** Ids increase with time, so new entries have higher ids than all shown ones. */
function countNewEntries(shown: ActivityPage, latest: ActivityPage): number {
  const last = Math.max(0, ...shown.data.map(({ id }) => id));
  return latest.data.filter(({ id }) => id > last).length;
}
