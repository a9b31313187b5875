import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './card-page.module.css';
import { PageTitle } from './page-title.tsx';
import { PortalTarget } from './portal-target.tsx';
import { PreferencesBar } from './preferences/preferences-bar.tsx';

interface Props {
  logo: ReactNode;
  title: string;
  text?: ReactNode;
  /** For forms and files instead of a single column of fields. */
  isWide?: boolean;
  children: ReactNode;
}

/** Page for signed-out users: one narrow column, with language and appearance in the corner. */
export function CardPage({ logo, title, text, isWide = false, children }: Props) {
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <header className={styles.corner}>
        <PreferencesBar />
      </header>
      <main className={styles.card} data-wide={isWide || undefined}>
        <div className={styles.logo}>{logo}</div>
        <div className={styles.heading}>
          <Title order={1}>{title}</Title>
          {text !== undefined && <Text c="dimmed">{text}</Text>}
        </div>
        {children}
        <PortalTarget />
      </main>
    </div>
  );
}
