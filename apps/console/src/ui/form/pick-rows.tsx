import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { rowHeightPixels } from '../theme/tokens.ts';
import styles from './pick-list.module.css';

export interface PickItem {
  value: string;
  label: string;
  /** Secondary text beside the label, included in the search. */
  detail?: string | undefined;
}

/** Rows rendered beyond the edge, so that the Tab key always finds the next one. */
const overscanRows = 8;

interface Props {
  items: readonly PickItem[];
  chosen: ReadonlySet<string>;
  onToggle: (value: string) => void;
  disabled: boolean;
}

/** A checkbox per item; renders only the visible ones. */
export function PickRows({ items, chosen, onToggle, disabled }: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeightPixels,
    getItemKey: (index) => items[index]?.value ?? index,
    overscan: overscanRows,
    // Assumed size for the first render, before the frame is measured.
    initialRect: { width: 0, height: rowHeightPixels * overscanRows },
  });
  return (
    <div ref={frame} className={styles.frame}>
      {items.length === 0 && <p className={styles.none}>{t('select.nothing')}</p>}
      <ul className={styles.rows} style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <li
              key={item.value}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              <Checkbox
                checked={chosen.has(item.value)}
                disabled={disabled}
                onChange={() => onToggle(item.value)}
                classNames={{ root: styles.box, body: styles.body, labelWrapper: styles.labels, label: styles.label }}
                label={
                  <>
                    <span className={styles.name}>{item.label}</span>
                    {item.detail && <span className={styles.detail}>{item.detail}</span>}
                  </>
                }
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
