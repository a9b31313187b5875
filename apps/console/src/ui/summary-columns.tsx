import type { ReactNode } from 'react';
import styles from './summary-columns.module.css';

interface Props {
  /** What the object does and is connected to. */
  main: ReactNode;
  /** Its properties and history. */
  side: ReactNode;
}

/** The summary of an object in two columns; one below the other where there is no space, as in a drawer. */
export function SummaryColumns({ main, side }: Props) {
  return (
    <div className={styles.summary}>
      <div className={styles.column}>{main}</div>
      <div className={styles.column}>{side}</div>
    </div>
  );
}
