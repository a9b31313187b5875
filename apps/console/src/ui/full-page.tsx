import type { ReactNode } from 'react';
import styles from './full-page.module.css';

/** A page without navigation: its content stands in the middle. */
export function FullPage({ children }: { children: ReactNode }) {
  return <main className={styles.page}>{children}</main>;
}
