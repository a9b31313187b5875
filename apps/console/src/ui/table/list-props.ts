import type { ReactNode } from 'react';
import type { Column, Sort } from './column.ts';
import type { ListTable } from './use-list-table.ts';
import type { RowNavigation } from './use-row-navigation.ts';

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
  /** Buttons or a menu at the end of each row. Must be stable between renders. */
  rowActions?: (item: Item, row: RowHandle) => ReactNode;
  /**
   * A click on a row follows the link of its first column, and keys move between rows: `j` `k` `x`, Space, `e`. The rows are
   * one stop in the tab order.
   */
  opens?: boolean;
  /** Summary of an item in a drawer beside the list. Requires `opens`. */
  peek?: (item: Item) => Peek;
  /** A row of two lines on a phone; otherwise a card with all columns. */
  phone?: PhoneRow<Item>;
  /** Enables selection and returns the buttons for the selected items. `clear` empties the selection. */
  bulkActions?: (selected: Item[], clear: () => void) => ReactNode;
  /** Rows have different heights, so each rendered row is measured; otherwise all are one line high. */
  hasVariableHeights?: boolean;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
}

/** For the actions of a row. */
export interface RowHandle {
  /** Absent if the list shows no summaries. */
  readonly peek: (() => void) | undefined;
}

/** A cell that is being edited. */
export interface EditedCell {
  readonly id: string;
  readonly column: string;
}

export interface Peek {
  title: string;
  /** Beside the title, such as an avatar. */
  icon?: ReactNode;
  /** Below the title. */
  state?: ReactNode;
  /** Link to the page of the object. */
  open: ReactNode;
  content: ReactNode;
}

export interface PhoneRow<Item> {
  /** Below the name. */
  line2: (item: Item) => ReactNode;
  /** Before the menu, such as a badge. */
  trailing?: (item: Item) => ReactNode;
}

export interface ListProps<Item> extends DataTableProps<Item> {
  navigation: RowNavigation;
  onPeek: ((id: string) => void) | undefined;
  edited: EditedCell | undefined;
  /** Undefined ends editing. */
  onEdit: (cell: EditedCell | undefined) => void;
  table: ListTable<Item>;
  selectable: boolean;
}
