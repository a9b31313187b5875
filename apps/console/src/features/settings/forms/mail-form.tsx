import type { Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import { MailFields } from '../components/mail-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import type { MailFields as Fields } from './mail.schema.ts';
import { toForm, toRequest } from './mail.ts';

const loadSchema = async () => (await import('./mail.schema.ts')).MailFields;

interface Props {
  settings: Settings;
  onSaved: () => void;
}

/** Settings of the outgoing mail server. */
export function MailForm({ settings, onSaved }: Props) {
  const { t } = useTranslation('settings');
  return (
    <SettingsForm<Settings, Fields>
      schema={loadSchema}
      settings={settings}
      toForm={toForm}
      toRequest={toRequest}
      afterSave={(fields) => {
        onSaved();
        return { ...fields, smtp_password: '', remove_password: false };
      }}
      saved={t('mail.saved')}
    >
      <MailFields settings={settings} />
    </SettingsForm>
  );
}
