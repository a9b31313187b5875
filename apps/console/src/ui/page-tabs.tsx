import type { IconUser } from '@tabler/icons-react';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import styles from './page-tabs.module.css';

interface PageTab {
  label: string;
  to: LinkProps['to'];
  params?: Record<string, string>;
  /** Shown in a bar. */
  icon?: typeof IconUser;
}

interface Props {
  /** Accessible name: the object that the tabs belong to. */
  label: string;
  tabs: readonly PageTab[];
  /** On phones the tabs are a bar at the lower edge. */
  asBar?: boolean;
}

/** Tabs of an object; each has an address. */
export function PageTabs({ label, tabs, asBar = false }: Props) {
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab changes with the path
  useLayoutEffect(() => showCurrent(nav.current), [path]);
  return (
    <nav ref={nav} aria-label={label} className={styles.tabs} data-bar={asBar || undefined}>
      {tabs.map(({ label: name, to, params = {}, icon: Icon }) => (
        <Link
          key={name}
          {...(to && { to })}
          params={params}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.tab}
        >
          {asBar && Icon && <Icon className={styles.icon} size="1.5rem" stroke={1.75} aria-hidden />}
          <span className={styles.name}>{name}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls tabs that do not fit on a phone to the current one. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current="page"]');
  if (!nav || !current) return;
  const [place, tab] = [nav.getBoundingClientRect(), current.getBoundingClientRect()];
  nav.scrollLeft += tab.left - place.left - (place.width - tab.width) / 2;
}
