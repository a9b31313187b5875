import type { ReactNode } from 'react';
import { TextLink } from '../../../ui/links.tsx';
import type { ActivitySearch } from '../activity-search.ts';

interface Props {
  search: ActivitySearch;
  id: number;
  className: string | undefined;
  children: ReactNode;
}

/** Link that opens an entry beside the unchanged list. */
export function EntryLink({ search, id, className, children }: Props) {
  return (
    <TextLink to="." search={{ ...search, entry: id }} resetScroll={false} preload={false} className={className}>
      {children}
    </TextLink>
  );
}
