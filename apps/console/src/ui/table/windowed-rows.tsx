import { useRef } from 'react';
import { rowHeightPixels } from '../theme/tokens.ts';
import type { ListProps } from './list-props.ts';
import { TableRows } from './table-rows.tsx';
import { useRowsInWindow } from './use-rows-in-window.ts';

/** The rows of a table that are in the window. All rows have one height, so nothing is measured. */
export function WindowedRows<Item>(props: ListProps<Item>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to } = useRowsInWindow(body, props.table.rows.length);
  return <TableRows {...props} body={body} from={from} to={to} before={from * rowHeightPixels} />;
}
