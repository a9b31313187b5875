import type { UserInfo } from '@gatewarden/contract/users';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** A person in one line: user name, role, whether the account can be used. */
export function PersonState({ user }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  return (
    <Group gap="sm" component="span">
      <span>{user.username}</span>
      <StatusBadge tone={user.is_active ? 'success' : 'neutral'}>
        {user.is_active ? t('status.active') : t('status.disabled')}
      </StatusBadge>
      {user.is_admin && <StatusBadge tone="info">{t('administrator')}</StatusBadge>}
      {user.mfa_enabled && <StatusBadge tone="success">{t('second_factor')}</StatusBadge>}
      {!user.enrolled && <StatusBadge tone="neutral">{t('enrolled.no')}</StatusBadge>}
    </Group>
  );
}
