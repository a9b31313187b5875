import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type Column, parseSort, type Sort } from './column.ts';
import styles from './row-table.module.css';

interface Props<Item> {
  column: Column<Item>;
  width: string;
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
}

/** Heading of a column; sorts by it, on the second click in the opposite order. */
export function ColumnHeading<Item>({ column, width, sort, onSortChange }: Props<Item>) {
  const { id, header, align = 'start', sortValue, descendingFirst = false } = column;
  if (!sortValue || !onSortChange) {
    return (
      <th scope="col" style={{ width }} className={styles.cell} data-align={align}>
        {header}
      </th>
    );
  }
  const current = sort ? parseSort(sort) : undefined;
  const direction = current?.column !== id ? 'none' : current.descending ? 'descending' : 'ascending';
  const Icon = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[direction];
  const descendingNext = direction === 'none' ? descendingFirst : direction === 'ascending';
  return (
    <th scope="col" style={{ width }} className={styles.cell} data-align={align} aria-sort={direction}>
      <UnstyledButton
        className={styles.sort}
        data-sorted={direction !== 'none'}
        onClick={() => onSortChange(descendingNext ? `-${id}` : id)}
      >
        <span className={styles.heading}>{header}</span>
        <Icon size="0.875rem" aria-hidden />
      </UnstyledButton>
    </th>
  );
}
