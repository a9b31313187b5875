import type { ReactNode } from 'react';
import styles from './dialog-actions.module.css';

/** The buttons that end a dialog or a form: what leaves it first, the primary one last. On a phone each fills a line. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
