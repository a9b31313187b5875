import type { ReactNode } from 'react';
import styles from './full-page.module.css';
import { PortalTarget } from './portal-target.tsx';

/** A page without navigation, with centered content. */
export function FullPage({ children }: { children: ReactNode }) {
  return (
    <main className={styles.page}>
      {children}
      <PortalTarget />
    </main>
  );
}
