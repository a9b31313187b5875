import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './figure-row.module.css';

export interface Figure {
  label: string;
  /** A number with its unit; undefined while it is not known yet. */
  value: ReactNode;
  /** Beneath: the same in the whole period, when it was. */
  hint?: ReactNode;
  /** Gives it the hue that traffic has everywhere. */
  direction?: 'in' | 'out';
}

/** The few numbers a page is about, side by side. Those still to come keep their place. */
export function FigureRow({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className={styles.place}>
      <dl className={styles.row}>
        {figures.map(({ label, value, hint, direction }) => (
          <div key={label} className={styles.figure}>
            <dt className={styles.label} data-direction={direction}>
              {label}
            </dt>
            <dd className={styles.value}>{value ?? <Skeleton className={styles.pending} />}</dd>
            <dd className={styles.hint}>{hint}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
