import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../lib/lazy.tsx';
import { screens } from '../theme/screen-sizes.ts';
import type { Column } from './column.ts';
import { ColumnHeading } from './column-heading.tsx';
import type { ListProps } from './list-props.ts';
import styles from './row-table.module.css';
import { TableRows } from './table-rows.tsx';
import { firstRows, useIsLong } from './use-is-long.ts';
import { WindowedRows } from './windowed-rows.tsx';

// few lists need its code
const MeasuredRows = lazy(async () => ({ default: (await import('./measured-rows.tsx')).MeasuredRows }));

/** List as a table. Of a long one renders only the rows in the window; empty space replaces the others. */
export function RowTable<Item>(props: ListProps<Item>) {
  const columns = useVisibleColumns(props.columns);
  const { navigation, opens } = props;
  return (
    // rows have links: a click beside them is a shortcut for pointers
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={navigation.list}
      className={styles.frame}
      onFocus={navigation.onFocus}
      {...(opens && { onClick: navigation.onClick, onAuxClick: navigation.onClick })}
    >
      <table className={styles.table} aria-label={props.label} aria-rowcount={props.table.rows.length + 1}>
        <Head {...props} columns={columns} />
        <Body {...props} columns={columns} />
      </table>
    </div>
  );
}

function Body<Item>(props: ListProps<Item>) {
  const { rows } = props.table;
  if (!useIsLong(rows.length)) return <TableRows {...props} from={0} to={rows.length} />;
  if (!props.hasVariableHeights) return <WindowedRows {...props} />;
  return (
    <Suspense fallback={<TableRows {...props} from={0} to={firstRows} />}>
      <MeasuredRows {...(props as ListProps<unknown>)} />
    </Suspense>
  );
}

/** Columns that fit the window. */
function useVisibleColumns<Item>(columns: readonly Column<Item>[]): readonly Column<Item>[] {
  const belowDesktop = useMediaQuery(screens.belowDesktop, false, { getInitialValueInEffect: false });
  const belowWide = useMediaQuery(screens.belowWide, false, { getInitialValueInEffect: false });
  const belowLarge = useMediaQuery(screens.belowLarge, false, { getInitialValueInEffect: false });
  return useMemo(() => {
    const tooNarrow = { desktop: belowDesktop, wide: belowWide, large: belowLarge };
    return columns.filter(({ from }) => from === undefined || !tooNarrow[from]);
  }, [columns, belowDesktop, belowWide, belowLarge]);
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
