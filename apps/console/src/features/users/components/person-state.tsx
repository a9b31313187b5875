import type { UserInfo } from '@gatewarden/contract/users';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** Summary of a user in one line: username, status, role and factors. */
export function PersonState({ user }: { user: UserInfo }) {
  const { t } = useTranslation(['users', 'mfa']);
  const factors = [
    user.webauthn_enabled && t('mfa:key.title'),
    user.totp_enabled && t('mfa:totp.name'),
    user.email_mfa_enabled && t('mfa:email.name'),
  ].filter((name) => name !== false);
  return (
    <Group gap="sm" component="span">
      <span>{user.username}</span>
      <StatusBadge tone={user.is_active ? 'success' : 'neutral'}>
        {user.is_active ? t('account.active') : t('account.disabled')}
      </StatusBadge>
      {user.is_admin && <StatusBadge tone="info">{t('administrator')}</StatusBadge>}
      {user.mfa_enabled && <StatusBadge tone="success">{t('second_factor')}</StatusBadge>}
      {factors.length > 0 && <span>{factors.join(', ')}</span>}
      {!user.enrolled && <StatusBadge tone="neutral">{t('enrolled.no')}</StatusBadge>}
    </Group>
  );
}
