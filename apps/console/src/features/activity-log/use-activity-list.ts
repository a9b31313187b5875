import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ActivityPage, newestQuery, pageQuery } from './activity-log.queries.ts';
import { type ActivityFilter, newestFirst } from './filter.ts';

interface Wanted {
  filter: ActivityFilter;
  sort: string;
  page: number;
  /** Nothing may move now: an entry is open. */
  isBusy: boolean;
}

/** What was shown last, and which filter it was for. */
interface Held {
  key: string;
  newest: ActivityPage;
}

/** Whoever has scrolled no further than this still looks at the newest entries. */
const topPixels = 16;

/**
 * The page that is asked for. The first one, newest first, takes up new entries by itself as long as the reader looks at
 * its top; elsewhere they are only counted, until `showFresh` or another filter.
 */
export function useActivityList({ filter, sort, page, isBusy }: Wanted) {
  const isNewest = page === 1 && sort === newestFirst;
  const newest = useQuery(newestQuery(filter));
  const other = useQuery({ ...pageQuery(filter, { sort, page }), enabled: !isNewest });
  const [held, setHeld] = useState<Held>();

  const key = JSON.stringify(filter);
  const latest = newest.isPlaceholderData ? undefined : newest.data;
  if (latest && held?.key !== key) setHeld({ key, newest: latest });

  const mayMove = isNewest && !isBusy;
  useEffect(() => {
    if (latest && mayMove && window.scrollY <= topPixels) setHeld({ key, newest: latest });
  }, [latest, mayMove, key]);

  const asked = isNewest ? newest : other;
  return {
    list: isNewest ? held?.newest : other.data,
    /** Another page or filter is on its way; what is shown is the former one. */
    isChanging: isNewest ? held !== undefined && held.key !== key : other.isPlaceholderData,
    error: asked.isError && (asked.data === undefined || asked.isPlaceholderData) ? asked.error : undefined,
    isFetching: asked.isFetching,
    updatedAt: newest.dataUpdatedAt,
    isBehind: newest.isError,
    retry: () => void asked.refetch(),
    fresh: latest && held?.key === key ? countFresh(held.newest, latest) : 0,
    showFresh: () => latest && setHeld({ key, newest: latest }),
  };
}

/** Entries are numbered as they come, so what is new has a higher number than all before. */
function countFresh(shown: ActivityPage, latest: ActivityPage): number {
  const last = Math.max(0, ...shown.data.map(({ id }) => id));
  return latest.data.filter(({ id }) => id > last).length;
}
