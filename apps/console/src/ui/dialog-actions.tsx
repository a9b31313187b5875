import type { ReactNode } from 'react';
import styles from './dialog-actions.module.css';
import { ignoreRepeatedClick } from './ignore-repeated-click.ts';

/**
 * The buttons that end a dialog, a form or the step of a wizard: what leaves it first, the primary one last. On a phone
 * each fills a line. What follows often has its buttons in the same place, so the second click of a double click is
 * ignored.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className={styles.actions} onClickCapture={ignoreRepeatedClick}>
      {children}
    </div>
  );
}
