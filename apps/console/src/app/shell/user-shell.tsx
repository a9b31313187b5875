import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotificationBell } from '../../features/notifications/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { Logo } from '../../ui/logo.tsx';
import { AccountFooter } from './account-footer.tsx';
import { Content, SkipLink } from './content.tsx';
import styles from './user-shell.module.css';

/** Layout for users without administrator rights: a top bar and one page. */
export function UserShell({ children }: { children: ReactNode }) {
  const { instance_name, nav_logo_url } = useEssentials();
  return (
    <div className={styles.shell}>
      <SkipLink />
      <header className={styles.bar}>
        <Link to="/" className={styles.instance}>
          <Logo url={nav_logo_url} name="" kind="mark" />
          <span className={styles.name}>{instance_name}</span>
        </Link>
        <div className={styles.tools}>
          <NotificationBell position="bottom-end" />
          <AccountFooter variant="bar" />
        </div>
      </header>
      <div className={styles.page}>
        <Content>{children}</Content>
      </div>
    </div>
  );
}
