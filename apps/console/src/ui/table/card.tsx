import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './card-list.module.css';
import { hasShift } from './has-shift.ts';
import type { ListProps } from './list-props.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import type { ListTable } from './use-list-table.ts';

interface CardProps<Item> extends Pick<ListProps<Item>, 'columns' | 'selectable' | 'getName' | 'onPeek'> {
  phone: ListProps<Item>['phone'] | undefined;
  rowActions: ListProps<Item>['rowActions'] | undefined;
  id: string;
  item: Item;
  toggle: ListTable<Item>['toggle'];
  selected: boolean;
}

/** The card of an item of a list. */
export function ListCard<Item>({ list, item }: { list: ListProps<Item>; item: Item }) {
  const { table, columns, selectable, rowActions, getName, getId, onPeek, phone } = list;
  const id = getId(item);
  const { toggle } = table;
  const shared = { columns, selectable, rowActions, getName, id, item, toggle, onPeek, phone };
  return <Card {...shared} selected={table.isSelected(id)} />;
}

/** Memoized: as in a table, a scroll step renders only the rows that become visible. */
const Card = memo(OneCard) as typeof OneCard;

function OneCard<Item>(props: CardProps<Item>) {
  const { id, item, toggle, selected, columns, selectable, rowActions, getName, onPeek, phone } = props;
  const { t } = useTranslation();
  const [title, ...rest] = columns;
  const actions = rowActions?.(item, { peek: onPeek && (() => onPeek(id)) });
  if (phone) {
    return (
      <div className={styles.row} data-row={id} data-selected={selected}>
        {selectable && (
          <RowCheckbox
            label={t('table.select_row', { name: getName(item) })}
            checked={selected}
            onToggle={(isRange) => toggle(id, isRange)}
          />
        )}
        <div className={styles.lines}>
          <div className={styles.title} data-title="true">
            {title?.cell(item)}
          </div>
          <div className={styles.second}>{phone.line2(item)}</div>
        </div>
        {phone.trailing?.(item)}
        {actions}
      </div>
    );
  }
  return (
    <div className={styles.card} data-selected={selected}>
      <div className={styles.head}>
        {selectable && (
          <Checkbox
            aria-label={t('table.select_row', { name: getName(item) })}
            checked={selected}
            onChange={(event) => toggle(id, hasShift(event))}
          />
        )}
        <div className={styles.title}>{title?.cell(item)}</div>
        {actions}
      </div>
      <dl className={styles.facts}>
        {rest.map((column) => (
          <div key={column.id} className={styles.fact}>
            <dt>{column.header}</dt>
            <dd>{column.cell(item)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
