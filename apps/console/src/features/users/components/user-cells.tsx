import type { ListedUser } from '@gatewarden/contract/users';
import { IconBan, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMinute, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { useNow } from '../../../lib/use-now.ts';
import { PersonLink } from '../../../ui/person-link.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { useOpenInvitation } from '../../enrollment/index.ts';
import { isConnected, lastSeenOf } from '../last-seen.ts';
import styles from './user-table.module.css';

export function UserCell({ user }: { user: ListedUser }) {
  const { t } = useTranslation('users');
  return (
    <span className={styles.person}>
      <PersonLink person={user} />
      {user.is_admin && (
        <span className={styles.admin} title={t('administrator')}>
          <IconShieldCheck size="1rem" role="img" aria-label={t('administrator')} />
        </span>
      )}
    </span>
  );
}

interface BadgesProps {
  user: Pick<ListedUser, 'id' | 'is_active' | 'enrolled'>;
  /** There is space for the time at which an invitation expires; otherwise it is the tooltip. */
  withTime?: boolean;
}

/** What is unusual about an account: disabled, not set up or invited; nothing for one that works. */
export function AccountBadges({ user, withTime = false }: BadgesProps) {
  const { t } = useTranslation('users');
  const locale = useLocale();
  const invitation = useOpenInvitation(user.id, { enabled: user.is_active && !user.enrolled });
  if (!user.is_active) {
    return (
      <StatusBadge tone="danger" icon={IconBan}>
        {t('status.disabled')}
      </StatusBadge>
    );
  }
  if (user.enrolled) return null;
  if (invitation) {
    const until = t('enrolled.invited_until', { time: formatMinute(instantOf(invitation.expires_at), locale) });
    return (
      <StatusBadge tone="info" {...(!withTime && { title: until })}>
        {withTime ? until : t('enrolled.invited')}
      </StatusBadge>
    );
  }
  // as the notice on the page of the user
  return <StatusBadge tone="warning">{t('enrolled.no')}</StatusBadge>;
}

/**
 * Whether a device of the user is connected, or else when the user last signed in or connected, and which of the two. A
 * disabled account and one that is not set up say that instead: a column of its own would be empty in most rows.
 */
export function LastSeenCell({ user }: { user: ListedUser }) {
  const { t } = useTranslation('users');
  const now = useNow();
  if (!user.is_active || !user.enrolled) return <AccountBadges user={user} />;
  if (isConnected(user, now)) return <StatusBadge tone="success">{t('seen.now')}</StatusBadge>;
  const seen = lastSeenOf(user);
  if (!seen) return <span className={styles.none}>{t('seen.never')}</span>;
  return <TimeCell at={seen.at} format={(age) => t(`seen.${seen.by}`, { age })} />;
}

/** One of the two times. */
export function MomentCell({ at }: { at: string | null }) {
  const { t } = useTranslation('users');
  return at === null ? <span className={styles.none}>{t('seen.never')}</span> : <TimeCell at={at} />;
}

export function FactorCell({ user }: { user: ListedUser }) {
  const { t } = useTranslation('users');
  return user.mfa_enabled ? t('factor.on') : <span className={styles.none}>{t('factor.off')}</span>;
}
