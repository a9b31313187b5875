import type { UserInfo } from '@gatewarden/contract/users';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { AccountBadges } from './user-cells.tsx';

/** Username, and what is unusual about the account: disabled, not set up, an administrator. */
export function PersonState({ user, withRole = false }: { user: UserInfo; withRole?: boolean }) {
  const { t } = useTranslation('users');
  return (
    <Group gap="sm" component="span">
      <span>{user.username}</span>
      <AccountBadges user={user} withTime />
      {withRole && user.is_admin && <StatusBadge tone="info">{t('administrator')}</StatusBadge>}
    </Group>
  );
}
