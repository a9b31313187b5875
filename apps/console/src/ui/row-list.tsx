import type { ReactNode } from 'react';
import styles from './row-list.module.css';

/** Rows in one frame, for short lists that need no table. */
export function RowList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  name: string;
  /** The name as a link to the object. */
  link?: ReactNode;
  /** Full name as tooltip. */
  hint?: string;
  /** Beside the name. */
  badge?: ReactNode;
  /** At the end of the row. */
  actions?: ReactNode;
  /** The actions have long labels: on phones they are below the details. */
  hasLongActions?: boolean;
  children?: ReactNode;
}

/** A row with name, details and actions. */
export function Row({ name, link, hint, badge, actions, hasLongActions = false, children }: RowProps) {
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.what}>
        <div className={styles.head}>
          <span className={styles.name} title={hint}>
            {link ?? name}
          </span>
          {badge}
        </div>
        {children}
      </div>
      {actions && (
        <div className={styles.actions} data-long={hasLongActions}>
          {actions}
        </div>
      )}
    </li>
  );
}

/** Details of a row, side by side if there is space. */
export function RowFacts({ children }: { children: ReactNode }) {
  return <div className={styles.facts}>{children}</div>;
}
