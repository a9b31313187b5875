import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ActivityPage, newestQuery, pageQuery } from './activity-log.queries.ts';
import { type ActivityFilter, newestFirst } from './filter.ts';

interface Options {
  filter: ActivityFilter;
  sort: string;
  page: number;
  /** Nothing may move now: an entry is open. */
  isBusy: boolean;
}

/** What was shown last, and which filter it was for. */
interface Displayed {
  key: string;
  newest: ActivityPage;
}

/** Whoever has scrolled no further than this still looks at the newest entries. */
const topPixels = 16;

/**
 * The page that is asked for. The first one, newest first, takes up new entries by itself as long as the reader looks at
 * its top; elsewhere they are only counted, until `showFresh` or another filter.
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
  return {
    list: isNewest ? displayed?.newest : other.data,
    /** Another page or filter is on its way; what is shown is the former one. */
    isChanging: isNewest ? displayed !== undefined && displayed.key !== key : other.isPlaceholderData,
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

/** Entries are numbered as they come, so what is new has a higher number than all before. */
function countNewEntries(shown: ActivityPage, latest: ActivityPage): number {
  const last = Math.max(0, ...shown.data.map(({ id }) => id));
  return latest.data.filter(({ id }) => id > last).length;
}
