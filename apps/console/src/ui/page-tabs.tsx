import type { IconUser } from '@tabler/icons-react';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import styles from './page-tabs.module.css';
import { useShownTab } from './use-shown-tab.ts';

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
  const path = useLocation({ select: ({ pathname }) => pathname });
  // labels of another language have other widths
  const place = `${path} ${tabs.map((tab) => tab.label).join()}`;
  return (
    <nav
      ref={useShownTab('[data-status="active"]', place)}
      aria-label={label}
      className={styles.tabs}
      data-bar={asBar || undefined}
    >
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
