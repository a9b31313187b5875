import { useMemo } from 'react';
import type { Column } from '../table/column.ts';
import { useStored } from './use-stored.ts';

/** Columns that were shown or hidden by choice; the others are as the list defines them. */
type Choice = Readonly<Record<string, boolean>>;
const noChoice: Choice = {};

export interface ColumnChoice<Item> {
  /** To show. */
  readonly columns: readonly Column<Item>[];
  /** That can be shown or hidden. */
  readonly optional: readonly { readonly id: string; readonly header: string; readonly isShown: boolean }[];
  readonly setShown: (id: string, isShown: boolean) => void;
}

/** Which columns of a list are shown, stored in this browser. */
export function useColumnChoice<Item>(list: string, all: readonly Column<Item>[]): ColumnChoice<Item> {
  const [choice, setChoice] = useStored(`columns.${list}`, noChoice, readChoice);
  const columns = useMemo(
    () =>
      all
        .filter((column) => isShown(column, choice))
        // a column that was chosen is shown in each window
        .map((column) => (choice[column.id] && column.from ? withoutLimit(column) : column)),
    [all, choice],
  );
  const optional = all
    .filter((column) => column.optional)
    .map((column) => ({ id: column.id, header: column.header, isShown: isShown(column, choice) }));
  return { columns, optional, setShown: (id, shown) => setChoice((before) => ({ ...before, [id]: shown })) };
}

function isShown<Item>({ id, optional }: Column<Item>, choice: Choice): boolean {
  return !optional || (choice[id] ?? optional !== 'hidden');
}

function withoutLimit<Item>({ from: _, ...column }: Column<Item>): Column<Item> {
  return column;
}

function readChoice(raw: unknown): Choice | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  return Object.fromEntries(Object.entries(raw).filter((entry): entry is [string, boolean] => entry[1] === !!entry[1]));
}
