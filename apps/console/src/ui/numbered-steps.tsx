import type { ReactNode } from 'react';
import styles from './numbered-steps.module.css';

/** Steps of a task that the user carries out in order, all visible. */
export function NumberedSteps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

/** One step: what to do, and what is needed for it. */
export function NumberedStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </li>
  );
}
