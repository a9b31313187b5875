import type { ActivitySearch } from '../activity-search.ts';

/** For whatever narrows the log down. */
export interface FilterProps {
  search: ActivitySearch;
  /** Replaces what is given of the filters; undefined takes one away. */
  onChange: (changes: Partial<ActivitySearch>) => void;
  /** All entries are the reader's own. */
  isOwn: boolean;
}
