import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { ListCard } from './card.tsx';
import { cardHeightPixels } from './card-height.ts';
import styles from './card-list.module.css';
import type { ListProps } from './list-props.ts';
import { useScrollMargin } from './use-scroll-margin.ts';

const overscanCards = 4;

/** The cards of a list that are in the window. */
export function WindowedCards<Item>(props: ListProps<Item>) {
  const { table, label, getId, phone, opens, navigation } = props;
  const list = useRef<HTMLUListElement>(null);
  const { rows } = table;
  const idAt = (index: number) => rows[index] && getId(rows[index]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => cardHeightPixels(props),
    getItemKey: (index) => idAt(index) ?? index,
    overscan: overscanCards,
    scrollMargin: useScrollMargin(list),
  });
  return (
    <ul
      ref={list}
      className={styles.list}
      data-rows={phone !== undefined}
      {...(opens && { onClick: navigation.onClick })}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
    >
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
            <ListCard list={props} item={item} />
          </li>
        );
      })}
    </ul>
  );
}
