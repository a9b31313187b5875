import { ActionIcon, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoticeBanners } from '../../features/notices/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { Logo } from '../../ui/logo.tsx';
import { screens } from '../../ui/theme/screen-sizes.ts';
import styles from './admin-shell.module.css';
import { Content, SkipLink } from './content.tsx';
import { openPalette } from './open-palette.ts';
import { Sidebar } from './sidebar.tsx';

/** Navigation in a sidebar; on a phone in a drawer below a top bar. */
export function AdminShell({ children }: { children: ReactNode }) {
  const onPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  return (
    <div className={styles.shell}>
      <SkipLink />
      {onPhone ? <PhoneBar /> : <Sidebar />}
      <Content>
        <NoticeBanners />
        {children}
      </Content>
    </div>
  );
}

function PhoneBar() {
  const { t } = useTranslation();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [openedAt, setOpenedAt] = useState<string>();
  const close = () => setOpenedAt(undefined);
  // the logo, the profile, the search and the back button also navigate
  if (openedAt !== undefined && openedAt !== path) close();
  const { instance_name, nav_logo_url } = useEssentials();
  return (
    <header className={styles.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('shell.open_navigation')}
        onClick={() => setOpenedAt(path)}
      >
        <IconMenu2 size="1.25rem" />
      </ActionIcon>
      <Link to="/" className={styles.instance}>
        <Logo url={nav_logo_url} name="" kind="mark" />
        <span className={styles.name}>{instance_name}</span>
      </Link>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.search')} onClick={openPalette}>
        <IconSearch size="1.25rem" />
      </ActionIcon>
      <Drawer
        opened={openedAt !== undefined}
        onClose={close}
        size="18rem"
        withCloseButton={false}
        padding={0}
        attributes={{ content: { 'aria-label': t('shell.navigation') } }}
      >
        <Sidebar inDrawer onNavigate={close} />
      </Drawer>
    </header>
  );
}
