import type { ReactNode } from 'react';
import styles from './full-page.module.css';
import { PortalPlace } from './portal-place.tsx';

/** A page without navigation: its content stands in the middle. */
export function FullPage({ children }: { children: ReactNode }) {
  return (
    <main className={styles.page}>
      {children}
      <PortalPlace />
    </main>
  );
}
