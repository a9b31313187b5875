import type { ReactNode } from 'react';
import styles from './row-list.module.css';

/** Rows within one frame, for the few things of one person or place that need no table. */
export function RowList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  name: string;
  /** More of the name than there is room for, for whoever points at it. */
  hint?: string;
  /** Beside the name. */
  badge?: ReactNode;
  /** At the end of the row. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A named thing, what there is to say of it, and what can be done with it. */
export function Row({ name, hint, badge, actions, children }: RowProps) {
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.what}>
        <div className={styles.head}>
          <span className={styles.name} title={hint}>
            {name}
          </span>
          {badge}
        </div>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}

/** Small facts of a row, side by side where there is room. */
export function RowFacts({ children }: { children: ReactNode }) {
  return <div className={styles.facts}>{children}</div>;
}
