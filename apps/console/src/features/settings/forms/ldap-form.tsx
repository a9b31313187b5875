import type { Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import { ConfirmWriting } from '../../ldap-export/index.ts';
import { LdapSchemaFields } from '../components/ldap-schema-fields.tsx';
import { LdapServerFields } from '../components/ldap-server-fields.tsx';
import { LdapSyncFields } from '../components/ldap-sync-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import type { LdapFields as Fields } from './ldap.schema.ts';
import { isWriting, linesOf, toForm, toRequest } from './ldap.ts';

const loadSchema = async () => (await import('./ldap.schema.ts')).LdapFields;

/** Settings of an LDAP server or Active Directory. */
export function LdapForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingsForm<Settings, Fields>
      schema={loadSchema}
      settings={settings}
      toForm={toForm}
      toRequest={toRequest}
      afterSave={(fields) => ({ ...fields, ldap_bind_password: '' })}
      question={{
        isNeeded: (fields) => isWriting(fields) && !isWriting(toForm(settings)),
        dialog: ({ fields, ...question }) => (
          <ConfirmWriting
            {...question}
            address={fields.ldap_url ?? ''}
            target={fields.ldap_sync_target}
            groups={linesOf(fields.ldap_sync_groups)}
          />
        ),
      }}
      saved={t('ldap.saved')}
    >
      <LdapServerFields settings={settings} />
      <LdapSchemaFields />
      <LdapSyncFields />
    </SettingsForm>
  );
}
