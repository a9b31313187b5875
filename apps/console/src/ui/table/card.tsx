import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './card-list.module.css';
import { hasShift } from './has-shift.ts';
import type { ListProps } from './list-props.ts';
import type { ListTable } from './use-list-table.ts';

interface CardProps<Item> extends Pick<ListProps<Item>, 'columns' | 'selectable' | 'getName'> {
  rowActions: ListProps<Item>['rowActions'] | undefined;
  id: string;
  item: Item;
  toggle: ListTable<Item>['toggle'];
  selected: boolean;
}

/** The card of an item of a list. */
export function ListCard<Item>({ list, item }: { list: ListProps<Item>; item: Item }) {
  const { table, columns, selectable, rowActions, getName, getId } = list;
  const id = getId(item);
  const { toggle } = table;
  return <Card {...{ columns, selectable, rowActions, getName, id, item, toggle }} selected={table.isSelected(id)} />;
}

/** Memoized: as in a table, a scroll step renders only the rows that become visible. */
const Card = memo(OneCard) as typeof OneCard;

function OneCard<Item>(props: CardProps<Item>) {
  const { id, item, toggle, selected, columns, selectable, rowActions, getName } = props;
  const { t } = useTranslation();
  const [title, ...rest] = columns;
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
        {rowActions?.(item)}
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
