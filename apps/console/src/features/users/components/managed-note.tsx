import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';

/** Names the external system that manages an account or group, above a read-only form; nothing without one. */
export function ManagedNote({ managedBy }: { managedBy: string | null }) {
  const { t } = useTranslation('users');
  if (managedBy === null) return null;
  const kind = managedBy.split(/[:-]/)[0] ?? '';
  const directory = t('managed.directory');
  const systems: Readonly<Record<string, string>> = { ldap: 'LDAP', scim: 'SCIM', directory, openid: directory };
  return (
    <Callout role="note" tone="info" title={t('managed.title', { system: systems[kind] ?? kind })} mb="lg">
      {t('managed.text')}
    </Callout>
  );
}
