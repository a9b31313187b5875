import type { ReactNode } from 'react';
import styles from './dialog-actions.module.css';
import { ignoreRepeatedClick } from './ignore-repeated-click.ts';

/**
 * Buttons at the end of a dialog, a form or the step of a wizard, the primary one last. On a phone each fills a line.
 * The next view often has buttons in the same place, so the second click of a double click is ignored.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className={styles.actions} onClickCapture={ignoreRepeatedClick}>
      {children}
    </div>
  );
}
