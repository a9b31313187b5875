import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LicencePrompt } from '../../features/licence/index.ts';
import { NoticeBanners } from '../../features/notices/index.ts';
import { NotificationBell } from '../../features/notifications/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { OutdatedNotice, UpdatePrompt } from '../../features/updates/index.ts';
import { lazy } from '../../lib/lazy.tsx';
import { Logo } from '../../ui/logo.tsx';
import { screens } from '../../ui/theme/screen-sizes.ts';
import styles from './admin-shell.module.css';
import { Content, SkipLink } from './content.tsx';
import { openPalette } from './open-palette.ts';
import { Sidebar } from './sidebar.tsx';

// loaded when it is opened
const NavigationDrawer = lazy(async () => ({ default: (await import('./navigation-drawer.tsx')).NavigationDrawer }));

/** Navigation in a sidebar; on a phone in a drawer below a top bar. */
export function AdminShell({ children }: { children: ReactNode }) {
  const onPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  return (
    <div className={styles.shell}>
      <SkipLink />
      {onPhone ? <PhoneBar /> : <Sidebar />}
      <Content>
        <NoticeBanners />
        <OutdatedNotice />
        <LicencePrompt />
        <UpdatePrompt />
        {children}
      </Content>
    </div>
  );
}

function PhoneBar() {
  const { t } = useTranslation();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [openedAt, setOpenedAt] = useState<string>();
  const [used, setUsed] = useState(false);
  const open = () => {
    setUsed(true);
    setOpenedAt(path);
  };
  const close = () => setOpenedAt(undefined);
  // the logo, the profile, the search and the back button also navigate
  if (openedAt !== undefined && openedAt !== path) close();
  const { instance_name, nav_logo_url } = useEssentials();
  return (
    <header className={styles.bar}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.open_navigation')} onClick={open}>
        <IconMenu2 size="1.25rem" />
      </ActionIcon>
      <Link to="/" className={styles.instance}>
        <Logo url={nav_logo_url} name="" kind="mark" />
        <span className={styles.name}>{instance_name}</span>
      </Link>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.search')} onClick={openPalette}>
        <IconSearch size="1.25rem" />
      </ActionIcon>
      <NotificationBell position="bottom-end" />
      {used && (
        <Suspense>
          <NavigationDrawer opened={openedAt !== undefined} onClose={close} />
        </Suspense>
      )}
    </header>
  );
}
