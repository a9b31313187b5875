import type { ReactNode } from 'react';

/** A column of a list. The first one is the name of the object with a link. */
export interface Column<Row> {
  /** In the URL when the list is sorted by it. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * Makes the column sortable. Texts are sorted by the language of the user, with numbers in them as numbers; undefined
   * comes last.
   */
  sortValue?: (row: Row) => string | number | boolean | undefined;
  /** Share of the width relative to the other columns; absent: 1. */
  share?: number;
  /** Numbers are aligned at the end. */
  align?: 'start' | 'end';
  /** People can hide the column; `hidden`: they can also show it. */
  optional?: boolean | 'hidden';
  /** Form in place of the cell. Absent: the column cannot be edited. */
  edit?: {
    /** "Edit the groups of Ada". Undefined: this item cannot be edited. */
    label: (row: Row) => string | undefined;
    form: (row: Row, close: () => void) => ReactNode;
  };
  /** Smallest window that shows the column; cards on phones show every column. */
  from?: 'desktop' | 'wide' | 'large';
  /** The first click on the header sorts in descending order: for times, of which the most recent matters most. */
  descendingFirst?: boolean;
}

/** Sort order as in the URL: `name`, or `-name` for descending. */
export type Sort = string;

export interface ParsedSort {
  column: string;
  descending: boolean;
}

export function parseSort(sort: Sort): ParsedSort {
  return sort.startsWith('-') ? { column: sort.slice(1), descending: true } : { column: sort, descending: false };
}
