import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core';
import { useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotificationBell } from '../../features/notifications/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { Logo } from '../../ui/logo.tsx';
import { screens } from '../../ui/theme/screen-sizes.ts';
import { AccountFooter } from './account-footer.tsx';
import { NavigationList } from './navigation-list.tsx';
import { openPalette } from './open-palette.ts';
import { modifierKey } from './shortcuts.tsx';
import styles from './sidebar.module.css';

interface Props {
  inDrawer?: boolean;
  onNavigate?: () => void;
}

/** Logo, search, pages and user. Collapses to a rail of icons, the default in narrow windows. */
export function Sidebar({ inDrawer = false, onNavigate }: Props) {
  const { rail, toggle } = useRail();
  const asRail = rail && !inDrawer;
  useHotkeys([['mod + B', toggle]]);
  return (
    <header className={styles.sidebar} data-rail={asRail} data-drawer={inDrawer}>
      <div className={styles.top}>
        <SidebarHeader rail={asRail} {...(onNavigate && { onNavigate })} />
        {!inDrawer && <NotificationBell position="right-start" />}
      </div>
      <SearchButton rail={asRail} />
      <NavigationList rail={asRail} {...(onNavigate && { onNavigate })} />
      {!inDrawer && <CollapseButton rail={asRail} onToggle={toggle} />}
      <div className={styles.foot}>
        <AccountFooter variant={asRail ? 'rail' : 'full'} {...(onNavigate && { onNavigate })} />
      </div>
    </header>
  );
}

/** The user's choice, stored in this browser. Without one, the width of the window decides. */
function useRail(): { rail: boolean; toggle: () => void } {
  const narrow = useMediaQuery(screens.belowDesktop, false, { getInitialValueInEffect: false });
  const [choice, setChoice] = useLocalStorage<'rail' | 'full' | null>({
    key: 'gatewarden.sidebar',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const rail = choice === null ? narrow : choice === 'rail';
  return { rail, toggle: () => setChoice(rail ? 'full' : 'rail') };
}

function SidebarHeader({ rail, onNavigate }: Pick<Props, 'onNavigate'> & { rail: boolean }) {
  const { instance_name, nav_logo_url } = useEssentials();
  return (
    <Link to="/" className={styles.head} aria-label={instance_name} onClick={onNavigate}>
      <Logo url={nav_logo_url} name="" kind="mark" />
      {!rail && <span className={styles.name}>{instance_name}</span>}
    </Link>
  );
}

function SearchButton({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('shell.search')} position="right" disabled={!rail}>
      <UnstyledButton className={styles.search} onClick={openPalette} aria-label={t('shell.search')}>
        <IconSearch size="1rem" aria-hidden />
        {!rail && (
          <>
            <span className={styles.grow}>{t('shell.search')}</span>
            <Kbd size="xs">{modifierKey} K</Kbd>
          </>
        )}
      </UnstyledButton>
    </Tooltip>
  );
}

function CollapseButton({ rail, onToggle }: { rail: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const name = rail ? t('shell.expand') : t('shell.collapse');
  const Icon = rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <Tooltip label={name} position="right">
      <ActionIcon
        className={styles.collapse}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={name}
        onClick={onToggle}
      >
        <Icon size="1.25rem" stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
