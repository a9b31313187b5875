import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../lib/lazy.tsx';
import { screens } from '../theme/screen-sizes.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CardList } from './card-list.tsx';
import type { DataTableProps, EditedCell } from './list-props.ts';
import { RowTable } from './row-table.tsx';
import { useListTable } from './use-list-table.ts';
import { useRowNavigation } from './use-row-navigation.ts';

// loaded when it is opened
const PeekDrawer = lazy(async () => ({ default: (await import('../peek/peek-drawer.tsx')).PeekDrawer }));

/** A sortable list with selection, for any number of rows; on a phone each row has two lines or is a card. */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { data, columns, getId, sort, bulkActions, empty, opens = false, peek } = props;
  const { i18n } = useTranslation();
  const asCards = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  const table = useListTable({ data, columns, getId, sort, language: i18n.language });
  // Actions do not apply to hidden rows, although these are selected again when they reappear.
  const { selected, clear, rows } = table;
  const selectable = bulkActions !== undefined;

  const [edited, setEdited] = useState<EditedCell>();
  const [peeked, setPeeked] = useState<string>();
  const togglePeek = useCallback((id: string) => setPeeked((before) => (before === id ? undefined : id)), []);
  const onPeek = peek && togglePeek;
  const edit = (id: string) => {
    const item = rows.find((one) => getId(one) === id);
    const column = item !== undefined && columns.find((one) => one.edit?.label(item) !== undefined);
    if (column) setEdited({ id, column: column.id });
  };
  const navigation = useRowNavigation({ table, getId, selectable, onPeek, onEdit: edit, enabled: opens });
  // an open summary follows the current row
  const shownId = peeked === undefined ? undefined : (navigation.current ?? peeked);
  if (peeked !== shownId) setPeeked(shownId);
  const index = shownId === undefined ? -1 : rows.findIndex((item) => getId(item) === shownId);
  const shown = rows[index];
  const closePeek = () => {
    setPeeked(undefined);
    navigation.moveTo(index);
  };

  if (data.length === 0) return empty;
  const List = asCards ? CardList : RowTable;
  const list = { ...props, table, selectable, navigation, onPeek, edited, onEdit: setEdited };
  return (
    <>
      <List {...list} />
      {selectable && selected.length > 0 && (
        <BulkBar count={selected.length} all={data.length} onSelectAll={() => table.toggleAll(true)} onClear={clear}>
          {bulkActions(selected, clear)}
        </BulkBar>
      )}
      {peek && shown !== undefined && (
        <Suspense>
          <PeekDrawer peek={peek(shown)} onClose={closePeek} />
        </Suspense>
      )}
    </>
  );
}
