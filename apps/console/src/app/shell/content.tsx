import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PortalTarget } from '../../ui/portal-target.tsx';
import styles from './content.module.css';

const contentId = 'content';

/** Content of the page. After navigation it takes the focus, so that screen readers start at the new page. */
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

/** First element in tab order; skips the navigation. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a href={`#${contentId}`} className={styles.skip}>
      {t('shell.skip')}
    </a>
  );
}
