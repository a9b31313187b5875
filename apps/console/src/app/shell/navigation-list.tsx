import { Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SetupProgress } from '../../features/home/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { useExtensions } from '../../modules/extensions.tsx';
import { navigationOf } from './navigation.ts';
import styles from './navigation-list.module.css';

interface Props {
  /** Icons only; labels appear on hover and focus. */
  rail: boolean;
  onNavigate?: () => void;
}

/** Pages for administrators, in groups. */
export function NavigationList({ rail, onNavigate }: Props) {
  const { t } = useTranslation();
  const groups = navigationOf(useExtensions().navigation, useEssentials());
  const list = useRef<HTMLElement>(null);
  const page = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry of another page is the current one
  useEffect(() => (list.current ? keepCurrentInView(list.current) : undefined), [page]);
  return (
    <nav ref={list} className={styles.navigation} aria-label={t('shell.navigation')} data-rail={rail}>
      {groups.map((group) => (
        <section key={group.label ?? ''} aria-label={group.label && t(group.label)}>
          {group.label && (
            <p className={styles.heading} aria-hidden>
              {t(group.label)}
            </p>
          )}
          <ul className={styles.list}>
            {group.entries.map(({ to, label, icon: Icon }) => (
              <li key={label}>
                <Tooltip label={t(label)} position="right" disabled={!rail}>
                  <Link to={to} className={styles.entry} onClick={onNavigate} aria-label={rail ? t(label) : undefined}>
                    <Icon size="1.25rem" stroke={1.75} aria-hidden />
                    <span className={styles.label}>{t(label)}</span>
                  </Link>
                </Tooltip>
              </li>
            ))}
            {!group.label && <SetupProgress rail={rail} className={styles.entry} onNavigate={onNavigate} />}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Also when entries appear later, as the progress of the setup does, or the window gets lower. Returns the end of it. */
function keepCurrentInView(list: HTMLElement): () => void {
  const show = () => list.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  show();
  const observer = new ResizeObserver(show);
  for (const element of [list, ...list.children]) observer.observe(element);
  return () => observer.disconnect();
}
