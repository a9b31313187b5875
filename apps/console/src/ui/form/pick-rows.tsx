import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowHeightPixels } from '../theme/tokens.ts';
import styles from './pick-list.module.css';

export interface PickItem {
  value: string;
  label: string;
  /** Secondary text beside the label, included in the search. */
  detail?: string | undefined;
}

/** Rows in the frame, as in `pick-list.module.css`. */
const visibleRows = 8;
/** Rows rendered beyond each edge, so that the Tab key always finds the next one. */
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
  const [scrolled, setScrolled] = useState(0);
  const first = Math.max(0, scrolled - overscanRows);
  const shown = items.slice(first, scrolled + visibleRows + overscanRows);
  return (
    <div
      className={styles.frame}
      onScroll={({ currentTarget }) => setScrolled(Math.floor(currentTarget.scrollTop / rowHeightPixels))}
    >
      {items.length === 0 && <p className={styles.none}>{t('select.nothing')}</p>}
      <ul className={styles.rows} style={{ blockSize: items.length * rowHeightPixels }}>
        {shown.map((item, offset) => {
          const index = first + offset;
          return (
            <li
              key={item.value}
              className={styles.row}
              style={{ transform: `translateY(${index * rowHeightPixels}px)` }}
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
