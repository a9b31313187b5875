import type { ReactNode } from 'react';
import type { Column, Sort } from './column.ts';
import type { ListTable } from './use-list-table.ts';

export interface DataTableProps<Item> {
  /** Accessible name: "Users". */
  label: string;
  /** Rows that match search and filters, up to ten thousand. Must be stable between renders, like `columns`. */
  data: readonly Item[];
  columns: readonly Column<Item>[];
  getId: (item: Item) => string;
  /** Name of the item, for the labels of its checkbox and menu. */
  getName: (item: Item) => string;
  /** From the URL. */
  sort?: Sort | undefined;
  onSortChange?: (sort: Sort) => void;
  /** Buttons or a menu at the end of each row. */
  rowActions?: (item: Item) => ReactNode;
  /** Enables selection and returns the buttons for the selected items. `clear` empties the selection. */
  bulkActions?: (selected: Item[], clear: () => void) => ReactNode;
  /** Rows have different heights, so each rendered row is measured; otherwise all are one line high. */
  hasVariableHeights?: boolean;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
}

export interface ListProps<Item> extends DataTableProps<Item> {
  table: ListTable<Item>;
  selectable: boolean;
}
