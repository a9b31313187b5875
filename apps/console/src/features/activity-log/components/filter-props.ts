import type { ActivitySearch } from '../activity-search.ts';

/** Props of components that filter the log. */
export interface FilterProps {
  search: ActivitySearch;
  /** Replaces the given filters; undefined removes one. */
  onChange: (changes: Partial<ActivitySearch>) => void;
  /** All entries are those of the signed-in user. */
  isOwn: boolean;
}
