import type { ListedUser } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { ChipList } from '../../../ui/chip-list.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { useSourceFacts } from './use-source-facts.tsx';
import { AccountBadges, FactorCell, MomentCell } from './user-cells.tsx';

/** What the list knows about a user. */
export function UserFacts({ user }: { user: ListedUser }) {
  const { t, i18n } = useTranslation('users');
  const source = useSourceFacts(user);
  const isUsual = user.is_active && user.enrolled;
  return (
    <FactList
      facts={[
        { label: t('field.email'), value: user.email, copy: user.email },
        ...(user.phone ? [{ label: t('field.phone'), value: user.phone, copy: user.phone }] : []),
        { label: t('field.status'), value: isUsual ? t('account.active') : <AccountBadges user={user} /> },
        { label: t('field.role'), value: t(user.is_admin ? 'administrator' : 'role.user') },
        { label: t('field.factor'), value: <FactorCell user={user} /> },
        { label: t('field.groups'), value: <ChipList items={user.groups} max={6} /> },
        ...source,
        { label: t('field.devices'), value: new Intl.NumberFormat(i18n.language).format(user.device_count) },
        { label: t('field.last_sign_in'), value: <MomentCell at={user.last_sign_in_at} /> },
        { label: t('field.connected'), value: <MomentCell at={user.last_connected_at} /> },
      ]}
    />
  );
}
