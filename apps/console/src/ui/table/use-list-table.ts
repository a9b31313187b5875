import { useCallback, useMemo, useState } from 'react';
import { type Column, parseSort, type Sort } from './column.ts';

interface Options<Item> {
  data: readonly Item[];
  columns: readonly Column<Item>[];
  getId: (item: Item) => string;
  sort: Sort | undefined;
  /** Language for sorting texts. */
  language: string;
}

export interface ListTable<Item> {
  /** All items in the requested order. */
  readonly rows: readonly Item[];
  /** Selected items in the order of `data`. Items that disappear and reappear are still selected. */
  readonly selected: Item[];
  readonly isSelected: (id: string) => boolean;
  /** Selects or deselects one item; a range reaches to the item that was toggled before. */
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly toggleAll: (select: boolean) => void;
  readonly clear: () => void;
}

/** Rows in the requested order with their selection, which does not depend on the order. */
export function useListTable<Item>({ data, columns, getId, sort, language }: Options<Item>): ListTable<Item> {
  const rows = useMemo(() => sorted(data, columns, sort, language), [data, columns, sort, language]);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const selected = useMemo(
    () => (ids.size === 0 ? [] : data.filter((item) => ids.has(getId(item)))),
    [data, ids, getId],
  );
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const affected = isRange && last !== undefined ? between(rows.map(getId), last, id) : [id];
      setIds((before) => changed(before, affected, !before.has(id)));
      setLast(id);
    },
    [rows, getId, last],
  );
  const replace = (select: boolean, affected: readonly string[]) => {
    setIds((before) => changed(before, affected, select));
    setLast(undefined);
  };
  return {
    rows,
    selected,
    isSelected: (id) => ids.has(id),
    toggle,
    toggleAll: (select) => replace(select, data.map(getId)),
    clear: () => replace(false, [...ids]),
  };
}

function changed(ids: ReadonlySet<string>, affected: readonly string[], select: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of affected) select ? next.add(id) : next.delete(id);
  return next;
}

/** The ids from one to the other; only the second one if the first one is not shown. */
function between(ids: readonly string[], first: string, second: string): readonly string[] {
  const [from = -1, to = -1] = [ids.indexOf(first), ids.indexOf(second)].toSorted((a, b) => a - b);
  return from < 0 ? [second] : ids.slice(from, to + 1);
}

function sorted<Item>(
  data: readonly Item[],
  columns: readonly Column<Item>[],
  sort: Sort | undefined,
  language: string,
): readonly Item[] {
  if (!sort) return data;
  const { column, descending } = parseSort(sort);
  const sortValue = columns.find(({ id }) => id === column)?.sortValue;
  if (!sortValue) return data; // the URL may contain anything
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const direction = descending ? -1 : 1;
  return data
    .map((item) => ({ item, value: sortValue(item) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined);
      return direction * compare(a.value, b.value, collator);
    })
    .map(({ item }) => item);
}

function compare(a: unknown, b: unknown, collator: Intl.Collator): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}
