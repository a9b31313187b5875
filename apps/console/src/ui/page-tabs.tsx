import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './page-tabs.module.css';

interface PageTab {
  label: string;
  to: LinkProps['to'];
  params: Record<string, string>;
}

interface Props {
  /** Accessible name: the object that the tabs belong to. */
  label: string;
  tabs: readonly PageTab[];
}

/** Tabs of an object; each has an address. */
export function PageTabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...(tab.to && { to: tab.to })}
          params={tab.params}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.tab}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
