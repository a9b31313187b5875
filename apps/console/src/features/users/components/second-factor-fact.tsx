import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** The factors of a user, or that there are none. */
export function SecondFactorFact({ user }: { user: UserInfo }) {
  const { t } = useTranslation(['users', 'mfa']);
  if (!user.mfa_enabled) return <StatusBadge tone="warning">{t('factor.off')}</StatusBadge>;
  const factors = [
    user.webauthn_enabled && t('mfa:key.title'),
    user.totp_enabled && t('mfa:totp.name'),
    user.email_mfa_enabled && t('mfa:email.name'),
  ].filter((name) => name !== false);
  return <>{factors.join(', ') || t('factor.on')}</>;
}
