import type { UserInfo } from '@gatewarden/contract/users';
import { Menu } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconDeviceUsb,
  IconEye,
  IconFileCertificate,
  IconHandStop,
  IconKey,
  IconMailForward,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { MenuReason } from '../../../ui/menu-reason.tsx';
import { useMe } from '../../auth/index.ts';
import { useOpenInvitation } from '../../enrollment/index.ts';
import { restrictionsQuery, useEssentials } from '../../settings/index.ts';
import { ManagedReason } from './managed-reason.tsx';

export type UserAction =
  | 'start-enrollment'
  | 'activate-client'
  | 'send-reset'
  | 'password'
  | 'add-key'
  | 'add-yubikey'
  | 'reset-factors'
  | 'disable'
  | 'enable'
  | 'stop'
  | 'delete';

interface Props {
  user: UserInfo;
  onAction: (action: UserAction) => void;
  /** Shows the summary beside the list. */
  onPeek?: (() => void) | undefined;
}

/** Menu of a user for administrators. In the header of the page of the user it has no link to that page. */
export function UserMenu({ inPageHeader = false, ...props }: Props & { inPageHeader?: boolean }) {
  const { t } = useTranslation('users');
  return (
    <ActionsMenu label={t('list.menu', { name: personName(props.user) })} variant={inPageHeader ? 'outlined' : 'plain'}>
      <UserMenuItems {...props} withEdit={!inPageHeader} />
    </ActionsMenu>
  );
}

/** Administrators cannot disable or delete their own account. */
function UserMenuItems({ user, withEdit, onAction, onPeek }: Props & { withEdit: boolean }) {
  const { t } = useTranslation(['users', 'mfa', 'auth-keys', 'yubikeys', 'emergency-stop', 'common']);
  const { worker_enabled: hasYubikeys } = useEssentials();
  const isSelf = useMe().id === user.id;
  const mayEnable = !user.managed_fields.includes('is_active');
  const reason = <ManagedReason managedBy={user.managed_by} />;
  const hasPasswordElsewhere = isPasswordElsewhere(user);
  const Status = user.is_active ? IconUserOff : IconUserCheck;
  return (
    <>
      {onPeek && (
        <Menu.Item leftSection={<IconEye size="1rem" />} onClick={onPeek}>
          {t('common:peek.show')}
        </Menu.Item>
      )}
      {withEdit && (
        <MenuLink
          to="/users/$username"
          params={{ username: user.username }}
          search={{ edit: true }}
          leftSection={<IconPencil size="1rem" />}
        >
          {t('action.edit')}
        </MenuLink>
      )}
      {user.is_active && <TokenItems user={user} onAction={onAction} />}
      <Menu.Item
        leftSection={<IconKey size="1rem" />}
        disabled={hasPasswordElsewhere}
        onClick={() => onAction('password')}
      >
        {t('action.password')}
        {hasPasswordElsewhere && reason}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileCertificate size="1rem" />} onClick={() => onAction('add-key')}>
        {t('auth-keys:add.action')}
      </Menu.Item>
      {hasYubikeys && (
        <Menu.Item leftSection={<IconDeviceUsb size="1rem" />} onClick={() => onAction('add-yubikey')}>
          {t('yubikeys:provision.action')}
        </Menu.Item>
      )}
      {!isSelf && (
        <>
          {user.mfa_enabled && (
            <Menu.Item leftSection={<IconShieldOff size="1rem" />} onClick={() => onAction('reset-factors')}>
              {t('mfa:reset.action')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Status size="1rem" />}
            disabled={!user.is_active && !mayEnable}
            onClick={() => onAction(user.is_active ? 'disable' : 'enable')}
          >
            {user.is_active ? t('action.disable') : t('action.enable')}
            {!user.is_active && !mayEnable && reason}
          </Menu.Item>
          <Menu.Divider />
          <DangerItem leftSection={<IconHandStop size="1rem" />} onClick={() => onAction('stop')}>
            {t('emergency-stop:action')}
          </DangerItem>
          <DangerItem
            leftSection={<IconTrash size="1rem" />}
            disabled={user.managed_by !== null}
            onClick={() => onAction('delete')}
          >
            {t('action.delete')}
            {reason}
          </DangerItem>
        </>
      )}
    </>
  );
}

/** Tokens with which the person continues: to enroll, to add a device, to set another password. */
function TokenItems({ user, onAction }: Pick<Props, 'user' | 'onAction'>) {
  const { t } = useTranslation('users');
  const isSelf = useMe().id === user.id;
  const { wireguard_enabled: hasVpn } = useEssentials();
  const canEnroll = !user.enrolled && !isPasswordElsewhere(user);
  const invitation = useOpenInvitation(user.id, { enabled: canEnroll });
  // if it is unknown, the server decides
  const hasMail = useQuery(restrictionsQuery()).data?.mail_configured ?? true;
  return (
    <>
      {canEnroll && (
        <Menu.Item leftSection={<IconUserPlus size="1rem" />} onClick={() => onAction('start-enrollment')}>
          {t(invitation ? 'action.another_link' : 'action.start_enrollment')}
        </Menu.Item>
      )}
      {hasVpn && (
        <Menu.Item leftSection={<IconDeviceDesktop size="1rem" />} onClick={() => onAction('activate-client')}>
          {t('action.activate_client')}
        </Menu.Item>
      )}
      {user.has_password && !isSelf && (
        <Menu.Item
          leftSection={<IconMailForward size="1rem" />}
          disabled={!hasMail}
          onClick={() => onAction('send-reset')}
        >
          {t('action.send_reset')}
          {!hasMail && <MenuReason>{t('action.no_mail')}</MenuReason>}
        </Menu.Item>
      )}
    </>
  );
}

/** Whether another system has the password of the user. */
function isPasswordElsewhere({ managed_by, has_password }: UserInfo): boolean {
  return managed_by === 'ldap' && !has_password;
}
