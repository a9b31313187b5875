import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { useMe } from '../../auth/index.ts';
import { SourceLink, useSourceName } from '../../identity-sources/index.ts';

/** Names the system that manages an account or group, above a form with read-only fields; nothing without one. */
export function ManagedNote({ managedBy }: { managedBy: string | null }) {
  const { t } = useTranslation('users');
  const nameOf = useSourceName();
  const isAdmin = useMe().is_admin;
  if (managedBy === null) return null;
  return (
    <Callout
      role="note"
      tone="info"
      title={t('managed.title', { system: nameOf(managedBy) })}
      mb="lg"
      action={isAdmin && <SourceLink id={managedBy}>{t('managed.open')}</SourceLink>}
    >
      {t(isAdmin ? 'managed.text' : 'managed.own_text')}
    </Callout>
  );
}
