import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Panel } from './panel.tsx';
import { CardsSkeleton } from './skeletons.tsx';

interface Props<Item> {
  title: string;
  /** One line below the title. */
  text?: ReactNode;
  query: UseQueryResult<readonly Item[]>;
  /** What failed, as a title: "The keys could not be loaded". */
  failed: string;
  empty: { readonly icon: ReactNode; readonly title: string; readonly text: string };
  /** Button to add an item: beside the title, or in the empty state. */
  add?: ReactNode;
  /** Beside the title, with and without items. */
  actions?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A list with a heading and its states: loading, failed, empty, filled. */
export function ListPanel<Item>({ title, text, query, failed, empty, add, actions, children }: Props<Item>) {
  const { data, error, isPending } = query;
  const beside = data !== undefined && data.length > 0 ? (actions ?? add) : actions;
  return (
    <Panel title={title} text={text} variant="open" {...(beside && { actions: beside })}>
      {isPending ? (
        <CardsSkeleton count={1} />
      ) : data === undefined ? (
        <ErrorState error={error} title={failed} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : data.length > 0 ? (
        children(data)
      ) : (
        <EmptyState variant="row" {...empty} {...(add && { action: add })} />
      )}
    </Panel>
  );
}
