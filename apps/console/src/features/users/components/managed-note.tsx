import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Names the external system that manages an account or group, above a read-only form; nothing without one. */
export function ManagedNote({ managedBy }: { managedBy: string | null }) {
  const { t } = useTranslation('users');
  if (managedBy === null) return null;
  const kind = managedBy.split(':')[0] ?? '';
  const systems: Readonly<Record<string, string>> = { ldap: 'LDAP', scim: 'SCIM', directory: t('managed.directory') };
  return (
    <Alert
      role="note"
      color="blue"
      icon={<IconInfoCircle aria-hidden />}
      title={t('managed.title', { system: systems[kind] ?? kind })}
      mb="lg"
    >
      {t('managed.text')}
    </Alert>
  );
}
