import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { screens } from '../theme/screen-sizes.ts';
import { rowHeightPixels } from '../theme/tokens.ts';
import type { Column } from './column.ts';
import { ColumnHeading } from './column-heading.tsx';
import { hasShift } from './has-shift.ts';
import type { ListProps } from './list-props.ts';
import styles from './row-table.module.css';
import type { ListTable } from './use-list-table.ts';
import { useScrollMargin } from './use-scroll-margin.ts';

/** Rows rendered beyond the edge of the window, so that none is missing during scrolling. */
const overscanRows = 10;

/** List as a table. Renders only the rows in the window; empty space replaces the others. */
export function RowTable<Item>(props: ListProps<Item>) {
  const columns = useVisibleColumns(props.columns);
  return (
    <table className={styles.table} aria-label={props.label} aria-rowcount={props.table.rows.length + 1}>
      <Head {...props} columns={columns} />
      <Body {...props} columns={columns} />
    </table>
  );
}

/** Renders on every scroll step. The rows are memoized, because a row costs as much as the rest of the step. */
function Body<Item>(props: ListProps<Item>) {
  const { table, columns, selectable, rowActions, getId, getName, hasVariableHeights } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, toggle } = table;
  const idAt = (index: number) => rows[index] && getId(rows[index]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeightPixels,
    getItemKey: (index) => idAt(index) ?? index,
    overscan: overscanRows,
    scrollMargin: useScrollMargin(body),
  });
  const shown = virtualizer.getVirtualItems();
  const before = (shown[0]?.start ?? 0) - virtualizer.options.scrollMargin;
  const after = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtualizer.options.scrollMargin);
  const cells = columns.length + Number(selectable) + Number(rowActions !== undefined);
  const measure = hasVariableHeights ? virtualizer.measureElement : undefined;
  const shared = { columns, selectable, rowActions, getName, measure, toggle };
  return (
    <tbody ref={body}>
      <Spacer height={before} cells={cells} />
      {shown.map(({ index }) => {
        const item = rows[index];
        if (item === undefined) return null;
        const id = getId(item);
        return <Row key={id} {...shared} id={id} item={item} selected={table.isSelected(id)} index={index} />;
      })}
      <Spacer height={after} cells={cells} />
    </tbody>
  );
}

/** Columns that fit the window. */
function useVisibleColumns<Item>(columns: readonly Column<Item>[]): readonly Column<Item>[] {
  const belowDesktop = useMediaQuery(screens.belowDesktop, false, { getInitialValueInEffect: false });
  const belowWide = useMediaQuery(screens.belowWide, false, { getInitialValueInEffect: false });
  return useMemo(
    () => columns.filter(({ from }) => !(from === 'desktop' && belowDesktop) && !(from === 'wide' && belowWide)),
    [columns, belowDesktop, belowWide],
  );
}

function Head<Item>({ table, columns, selectable, rowActions, sort, onSortChange }: ListProps<Item>) {
  const { t } = useTranslation();
  const isAllSelected = table.selected.length === table.rows.length;
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0);
  return (
    <thead className={styles.head}>
      <tr>
        {selectable && (
          <th scope="col" className={styles.narrow}>
            <Checkbox
              aria-label={t('table.select_all')}
              checked={isAllSelected}
              indeterminate={!isAllSelected && table.selected.length > 0}
              onChange={(event) => table.toggleAll(event.currentTarget.checked)}
            />
          </th>
        )}
        {columns.map((column) => (
          <ColumnHeading
            key={column.id}
            column={column}
            width={`${((column.share ?? 1) / shares) * 100}%`}
            sort={sort}
            onSortChange={onSortChange}
          />
        ))}
        {rowActions && (
          <th scope="col" className={styles.narrow}>
            <span className={styles.hidden}>{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface RowProps<Item> extends Pick<ListProps<Item>, 'columns' | 'selectable' | 'getName'> {
  rowActions: ListProps<Item>['rowActions'] | undefined;
  /** Called when the row is mounted and unmounted. */
  measure: ((element: Element | null) => void) | undefined;
  id: string;
  item: Item;
  toggle: ListTable<Item>['toggle'];
  selected: boolean;
  index: number;
}

// `memo` loses the type of a generic component
const Row = memo(BodyRow) as typeof BodyRow;

function BodyRow<Item>(props: RowProps<Item>) {
  const { id, item, toggle, selected, index, measure, columns, selectable, rowActions, getName } = props;
  const { t } = useTranslation();
  return (
    <tr ref={measure} data-index={index} className={styles.row} aria-rowindex={index + 2} data-selected={selected}>
      {selectable && (
        <td className={styles.narrow}>
          <Checkbox
            aria-label={t('table.select_row', { name: getName(item) })}
            checked={selected}
            onChange={(event) => toggle(id, hasShift(event))}
          />
        </td>
      )}
      {columns.map((column, position) => (
        <td key={column.id} className={styles.cell} data-align={column.align ?? 'start'} data-title={position === 0}>
          {column.cell(item)}
        </td>
      ))}
      {rowActions && <td className={styles.narrow}>{rowActions(item)}</td>}
    </tr>
  );
}

function Spacer({ height, cells }: { height: number; cells: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={cells} style={{ height }} className={styles.gap} />
    </tr>
  );
}
