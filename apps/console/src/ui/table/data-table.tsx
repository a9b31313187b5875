import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { screens } from '../theme/screen-sizes.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CardList } from './card-list.tsx';
import type { DataTableProps } from './list-props.ts';
import { RowTable } from './row-table.tsx';
import { useListTable } from './use-list-table.ts';

/** A sortable list with selection, for any number of rows; on a phone each row is a card. */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { data, columns, getId, sort, bulkActions, empty } = props;
  const { i18n } = useTranslation();
  const asCards = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  const table = useListTable({ data, columns, getId, sort, language: i18n.language });
  // Actions do not apply to hidden rows, although these are selected again when they reappear.
  const { selected, clear } = table;

  if (data.length === 0) return empty;
  const List = asCards ? CardList : RowTable;
  return (
    <>
      <List {...props} table={table} selectable={bulkActions !== undefined} />
      {bulkActions && selected.length > 0 && (
        <BulkBar count={selected.length} all={data.length} onSelectAll={() => table.toggleAll(true)} onClear={clear}>
          {bulkActions(selected, clear)}
        </BulkBar>
      )}
    </>
  );
}
