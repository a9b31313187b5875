import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { type Column, parseSort, type Sort } from './column.ts';

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

interface Options<Item extends RowData> {
  data: readonly Item[];
  columns: readonly Column<Item>[];
  getId: (item: Item) => string;
  sort: Sort | undefined;
  /** Language for sorting texts. */
  language: string;
}

/** Rows in the requested order with their selection, which does not depend on the order. */
export function useListTable<Item extends RowData>({ data, columns, getId, sort, language }: Options<Item>) {
  const definitions = useMemo(() => definitionsOf(columns, language), [columns, language]);
  const sorting = useMemo(() => {
    if (!sort) return [];
    const { column, descending } = parseSort(sort);
    const known = columns.some(({ id, sortValue }) => id === column && sortValue !== undefined);
    return known ? [{ id: column, desc: descending }] : []; // the URL may contain anything
  }, [sort, columns]);
  return useTable({ features, data, columns: definitions, getRowId: getId, state: { sorting } });
}

function definitionsOf<Item extends RowData>(columns: readonly Column<Item>[], language: string) {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return columns.map(
    ({ id, sortValue }): ColumnDef<Features, Item> => ({
      id,
      accessorFn: (item) => sortValue?.(item),
      enableSorting: sortValue !== undefined,
      sortUndefined: 'last',
      sortFn: (a, b) => compare(a.getValue(id), b.getValue(id), collator),
    }),
  );
}

function compare(a: unknown, b: unknown, collator: Intl.Collator): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}
