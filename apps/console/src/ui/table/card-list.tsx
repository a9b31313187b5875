import { Checkbox } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { rowHeightPixels } from '../theme/tokens.ts';
import styles from './card-list.module.css';
import { hasShift } from './has-shift.ts';
import type { ListProps } from './list-props.ts';
import type { ListTable } from './use-list-table.ts';
import { useScrollMargin } from './use-scroll-margin.ts';

const overscanCards = 4;

/** List for phones: one card per row, with column names beside the values. */
export function CardList<Item>(props: ListProps<Item>) {
  const { table, label, columns, getId } = props;
  const list = useRef<HTMLUListElement>(null);
  const { rows } = table;
  const idAt = (index: number) => rows[index] && getId(rows[index]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeightPixels * columns.length,
    getItemKey: (index) => idAt(index) ?? index,
    overscan: overscanCards,
    scrollMargin: useScrollMargin(list),
  });
  return (
    <ul ref={list} className={styles.list} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const item = rows[index];
        if (item === undefined) return null;
        const id = getId(item);
        const offset = start - virtualizer.options.scrollMargin;
        return (
          <li
            key={id}
            ref={virtualizer.measureElement}
            data-index={index}
            className={styles.place}
            style={{ transform: `translateY(${offset}px)` }}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            <Card
              columns={columns}
              selectable={props.selectable}
              rowActions={props.rowActions}
              getName={props.getName}
              id={id}
              item={item}
              selected={table.isSelected(id)}
              toggle={table.toggle}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface CardProps<Item> extends Pick<ListProps<Item>, 'columns' | 'selectable' | 'getName'> {
  rowActions: ListProps<Item>['rowActions'] | undefined;
  id: string;
  item: Item;
  toggle: ListTable<Item>['toggle'];
  selected: boolean;
}

// as in a table, a scroll step renders only the rows that become visible
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
