import type { ReactNode } from 'react';
import type { Column, Sort } from '../table/column.ts';
import type { FilterChoice } from './filter-chip.tsx';
import type { ColumnChoice } from './use-column-choice.ts';

export interface ListToolsProps<Item> {
  /** Field to search the list. */
  search: ReactNode;
  filters?: readonly FilterChoice[];
  /** Button to clear all filters; absent: none is active, or the empty list has one. */
  clear?: ReactNode;
  choice: ColumnChoice<Item>;
  /** Of which the list can be sorted; also those that a phone does not show. */
  columns: readonly Column<Item>[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
}
