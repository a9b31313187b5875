import { Suspense } from 'react';
import { lazy } from '../../lib/lazy.tsx';
import { ListCard } from './card.tsx';
import { cardHeightPixels } from './card-height.ts';
import styles from './card-list.module.css';
import type { ListProps } from './list-props.ts';
import { firstRows, useIsLong } from './use-is-long.ts';

const WindowedCards = lazy(async () => ({ default: (await import('./windowed-cards.tsx')).WindowedCards }));

/** List for phones: one card per row, with column names beside the values. */
export function CardList<Item>(props: ListProps<Item>) {
  const { rows } = props.table;
  if (!useIsLong(rows.length)) return <FirstCards {...props} count={rows.length} />;
  return (
    <Suspense fallback={<FirstCards {...props} count={firstRows} />}>
      <WindowedCards {...(props as ListProps<unknown>)} />
    </Suspense>
  );
}

/** Empty space replaces the cards behind them, so that the page is as long as it will be: its scroll position is restored. */
function FirstCards<Item>(props: ListProps<Item> & { count: number }) {
  const { table, label, getId, count, phone, opens, navigation } = props;
  const hidden = table.rows.length - count;
  return (
    <ul
      className={styles.list}
      data-rows={phone !== undefined}
      {...(opens && { onClick: navigation.onClick })}
      aria-label={label}
    >
      {table.rows.slice(0, count).map((item, index) => {
        const id = getId(item);
        return (
          <li key={id} className={styles.item} aria-setsize={table.rows.length} aria-posinset={index + 1}>
            <ListCard list={props} item={item} />
          </li>
        );
      })}
      {hidden > 0 && <li aria-hidden style={{ height: hidden * cardHeightPixels(props) }} />}
    </ul>
  );
}
