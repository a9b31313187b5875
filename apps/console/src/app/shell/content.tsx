import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PortalTarget } from '../../ui/portal-target.tsx';
import styles from './content.module.css';

const contentId = 'content';

/** The page itself. A new page takes the focus, so that a screen reader begins there and not at a link that is gone. */
export function Content({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== pathname && !main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true });
    }
    shown.current = pathname;
  }, [pathname]);
  return (
    <main ref={main} id={contentId} tabIndex={-1} className={styles.content}>
      {children}
      <PortalTarget />
    </main>
  );
}

/** The first thing the Tab key reaches: past the navigation. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a href={`#${contentId}`} className={styles.skip}>
      {t('shell.skip')}
    </a>
  );
}
