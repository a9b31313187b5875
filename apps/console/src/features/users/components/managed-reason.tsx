import { useTranslation } from 'react-i18next';
import { MenuReason } from '../../../ui/menu-reason.tsx';
import { useSourceName } from '../../identity-sources/index.ts';

/** Why an item of a menu cannot be used: another system manages the account or group; nothing without one. */
export function ManagedReason({ managedBy }: { managedBy: string | null }) {
  const { t } = useTranslation('users');
  const nameOf = useSourceName();
  if (managedBy === null) return null;
  return <MenuReason>{t('managed.title', { system: nameOf(managedBy) })}</MenuReason>;
}
