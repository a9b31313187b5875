import type { ReactNode } from 'react';
import { TextLink } from '../../../ui/links.tsx';
import type { ActivitySearch } from '../activity-search.ts';

/** Path of the page that shows the list. */
export type LogPath = '/activity' | '/me/activity';

interface Props {
  path: LogPath;
  search: ActivitySearch;
  id: number;
  className: string | undefined;
  children: ReactNode;
}

/** Link that opens an entry beside the unchanged list. */
export function EntryLink({ path, search, id, className, children }: Props) {
  return (
    <TextLink to={path} search={{ ...search, entry: id }} resetScroll={false} preload={false} className={className}>
      {children}
    </TextLink>
  );
}
