import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Direction } from './chart/direction.ts';
import { DirectionLabel } from './chart/direction-label.tsx';
import styles from './figure-row.module.css';

export interface Figure {
  label: string;
  /** A number with its unit; undefined while loading. */
  value: ReactNode;
  /** Below the value: the number of the whole period, or the time. */
  hint?: ReactNode;
  /** Shows the arrow and the name of this direction of traffic in place of the label. */
  direction?: Direction;
}

/** Key figures of a page, side by side, with placeholders while loading. */
export function FigureRow({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className={styles.place}>
      <dl className={styles.row}>
        {figures.map(({ label, value, hint, direction }) => (
          <div key={label} className={styles.figure}>
            <dt className={styles.label}>{direction ? <DirectionLabel direction={direction} /> : label}</dt>
            <dd className={styles.value}>{value ?? <Skeleton className={styles.pending} />}</dd>
            <dd className={styles.hint}>{hint}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
