import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Column, Sort } from './column.ts';
import type { useListTable } from './use-list-table.ts';

export interface DataTableProps<Item extends RowData> {
  /** What is listed: "Users". */
  label: string;
  /** What fits the search and filters in force; ten thousand are fine. Keep it and `columns` stable between renders. */
  data: readonly Item[];
  columns: readonly Column<Item>[];
  getId: (item: Item) => string;
  /** The item in a word, for the names of its checkbox and menu. */
  getName: (item: Item) => string;
  /** From the URL. */
  sort?: Sort | undefined;
  onSortChange?: (sort: Sort) => void;
  /** Buttons or a menu at the end of each row. */
  rowActions?: (item: Item) => ReactNode;
  /**
   * Rows can be selected when this is there; it gives the buttons for what is selected. `clear` empties the selection.
   */
  bulkActions?: (selected: Item[], clear: () => void) => ReactNode;
  /** Rows are of different heights, so each that is drawn is measured; otherwise all are one line. */
  hasVariableHeights?: boolean;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
}

export interface ListProps<Item extends RowData> extends DataTableProps<Item> {
  table: ReturnType<typeof useListTable<Item>>;
  selectable: boolean;
}
