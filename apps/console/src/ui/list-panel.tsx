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
  /** Adds one: beside the title, or as the first step while there is none. */
  add?: ReactNode;
  /** Beside the title, whatever there is. */
  actions?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * A list under its own heading while it loads, when that failed, when it is empty, and when there is something in it.
 */
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
