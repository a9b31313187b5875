import type { TFunction } from 'i18next';
import { memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { RowTabIndexProvider } from '../row-focus.ts';
import { rowHeightPixels } from '../theme/tokens.ts';
import { EditButton } from './edit-button.tsx';
import type { EditedCell, ListProps } from './list-props.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import styles from './row-table.module.css';
import type { ListTable } from './use-list-table.ts';

interface Props<Item> extends ListProps<Item> {
  /** Index of the first row, and that behind the last one. */
  from: number;
  to: number;
  /** Pixels of empty space in place of the rows before and behind. */
  before?: number;
  after?: number;
  measure?: RowProps<Item>['measure'];
  body?: Ref<HTMLTableSectionElement>;
}

/** Renders on every scroll step. The rows are memoized, because a row costs as much as the rest of the step. */
export function TableRows<Item>(props: Props<Item>) {
  const { table, columns, selectable, rowActions, getId, getName, from, to, before = 0, measure, body } = props;
  const { t } = useTranslation();
  const { opens = false, navigation, edited, onEdit, onPeek } = props;
  const { rows, toggle } = table;
  const after = props.after ?? Math.max(0, rows.length - to) * rowHeightPixels;
  const cells = columns.length + Number(selectable) + Number(rowActions !== undefined);
  const shared = { columns, selectable, rowActions, getName, measure, toggle, t, opens, onEdit, onPeek };
  // without a current row in the window, the first one is in the tab order
  const shown = rows.slice(from, to);
  const currentId = shown.some((item) => getId(item) === navigation.current)
    ? navigation.current
    : shown[0] && getId(shown[0]);
  return (
    <tbody ref={body}>
      <Spacer height={before} cells={cells} />
      {shown.map((item, offset) => {
        const id = getId(item);
        return (
          <Row
            key={id}
            {...shared}
            id={id}
            item={item}
            selected={table.isSelected(id)}
            index={from + offset}
            inTabOrder={!opens || id === currentId}
            editedColumn={edited?.id === id ? edited.column : undefined}
          />
        );
      })}
      <Spacer height={after} cells={cells} />
    </tbody>
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
  inTabOrder: boolean;
  opens: boolean;
  editedColumn: string | undefined;
  onEdit: (cell: EditedCell | undefined) => void;
  onPeek: ListProps<Item>['onPeek'];
  t: TFunction;
}

// `memo` loses the type of a generic component
const Row = memo(BodyRow) as typeof BodyRow;

function BodyRow<Item>(props: RowProps<Item>) {
  const { id, item, toggle, selected, index, measure, columns, selectable, rowActions, getName, t } = props;
  const { inTabOrder, opens, editedColumn, onEdit, onPeek } = props;
  const row = (
    <tr
      ref={measure}
      data-row={id}
      data-index={index}
      className={styles.row}
      aria-rowindex={index + 2}
      data-selected={selected}
      data-opens={opens}
    >
      {selectable && (
        <td className={styles.narrow}>
          <RowCheckbox
            label={t('table.select_row', { name: getName(item) })}
            checked={selected}
            onToggle={(isRange) => toggle(id, isRange)}
          />
        </td>
      )}
      {columns.map((column, position) => {
        const isEdited = column.edit && editedColumn === column.id;
        return (
          <td
            key={column.id}
            className={styles.cell}
            data-align={column.align ?? 'start'}
            data-title={position === 0}
            data-edited={isEdited}
          >
            {column.edit ? (
              <div className={styles.editable}>
                <div className={styles.value}>{column.cell(item)}</div>
                {isEdited ? (
                  column.edit.form(item, () => onEdit(undefined))
                ) : (
                  <EditButton label={column.edit.label(item)} onClick={() => onEdit({ id, column: column.id })} />
                )}
              </div>
            ) : (
              column.cell(item)
            )}
          </td>
        );
      })}
      {rowActions && <td className={styles.narrow}>{rowActions(item, { peek: onPeek && (() => onPeek(id)) })}</td>}
    </tr>
  );
  return <RowTabIndexProvider value={inTabOrder ? 0 : -1}>{row}</RowTabIndexProvider>;
}

function Spacer({ height, cells }: { height: number; cells: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={cells} style={{ height }} className={styles.gap} />
    </tr>
  );
}
