import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { rowHeightPixels } from '../theme/tokens.ts';
import type { ListProps } from './list-props.ts';
import { TableRows } from './table-rows.tsx';
import { useScrollMargin } from './use-scroll-margin.ts';

/** Rows rendered beyond the edge of the window, so that none is missing during scrolling. */
const overscanRows = 10;

/** The rows of a table that are in the window. Rows have different heights, so each rendered row is measured. */
export function MeasuredRows<Item>(props: ListProps<Item>) {
  const { table, getId } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows } = table;
  const idAt = (index: number) => rows[index] && getId(rows[index]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeightPixels,
    getItemKey: (index) => idAt(index) ?? index,
    overscan: overscanRows,
    scrollMargin: useScrollMargin(body),
  });
  const shown = virtualizer.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  const { scrollMargin } = virtualizer.options;
  return (
    <TableRows
      {...props}
      body={body}
      from={first?.index ?? 0}
      to={last ? last.index + 1 : 0}
      before={(first?.start ?? 0) - scrollMargin}
      after={virtualizer.getTotalSize() - ((last?.end ?? 0) - scrollMargin)}
      measure={virtualizer.measureElement}
    />
  );
}
