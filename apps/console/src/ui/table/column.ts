import type { ReactNode } from 'react';

/** One column of a list. The first is the name of the thing and a link to it. */
export interface Column<Row> {
  /** Stands in the URL when the list is sorted by it. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * Makes it sortable. Texts sort as the reader's language does, with numbers in them as numbers; undefined comes last.
   */
  sortValue?: (row: Row) => string | number | boolean | undefined;
  /** Share of the width, against the other columns' shares; 1 when absent. */
  share?: number;
  /** Numbers align at their end. */
  align?: 'start' | 'end';
  /** The narrowest window that has room for it; cards on phones show every column. */
  from?: 'desktop' | 'wide';
}

/** How a list is sorted, as it stands in the URL: `name`, or `-name` for the other way round. */
export type Sort = string;

export interface ParsedSort {
  column: string;
  descending: boolean;
}

export function parseSort(sort: Sort): ParsedSort {
  return sort.startsWith('-') ? { column: sort.slice(1), descending: true } : { column: sort, descending: false };
}
