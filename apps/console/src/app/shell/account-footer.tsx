import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../features/auth/index.ts';
import { PreferenceItems } from '../../features/preferences/index.ts';
import { personName } from '../../lib/format/person-name.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './account-footer.module.css';
import { useOpenShortcuts } from './shortcuts.tsx';
import { useSignOutAndLeave } from './use-sign-out-and-leave.ts';

interface Props {
  /** `rail`: icons only, stacked; `bar`: side by side at the end of a top bar. */
  variant?: 'full' | 'rail' | 'bar';
  onNavigate?: () => void;
}

/** The signed-in user with a link to the profile, preferences and sign-out. */
export function AccountFooter({ variant = 'full', onNavigate }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const name = personName(me);
  return (
    <div className={styles.foot} data-variant={variant}>
      <Tooltip label={t('shell.profile')} position={variant === 'rail' ? 'right' : 'top'}>
        <Link to="/me" className={styles.person} aria-label={`${name} ${t('shell.profile')}`} onClick={onNavigate}>
          <Avatar name={name} />
          <span className={styles.names}>
            <span className={styles.name}>{name}</span>
            <span className={styles.username}>{t('shell.profile')}</span>
          </span>
        </Link>
      </Tooltip>
      <PreferencesButton />
      <SignOutButton />
    </div>
  );
}

function PreferencesButton() {
  const { t } = useTranslation();
  const openShortcuts = useOpenShortcuts();
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.preferences')}>
          <IconAdjustmentsHorizontal size="1.25rem" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <PreferenceItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size="1rem" aria-hidden />} onClick={openShortcuts}>
          {t('shell.shortcuts')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SignOutButton() {
  const { t } = useTranslation();
  const { leave, isLeaving } = useSignOutAndLeave();
  return (
    <Tooltip label={t('shell.sign_out')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('shell.sign_out')}
        onClick={leave}
        loading={isLeaving}
      >
        <IconLogout size="1.25rem" />
      </ActionIcon>
    </Tooltip>
  );
}
