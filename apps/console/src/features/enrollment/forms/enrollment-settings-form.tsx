import { defaultWelcomeMessage } from '@gatewarden/contract/enrollment-texts';
import type { EnrollmentSettings, Settings } from '@gatewarden/contract/settings';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormSection } from '../../../ui/form/form.tsx';
import { MarkdownField } from '../../../ui/form/markdown-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { SettingsForm } from '../../settings/index.ts';
import { useWelcomePlaceholders } from '../use-welcome-placeholders.ts';
import styles from './enrollment-settings-form.module.css';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).EnrollmentSettings;
type Fields = z.infer<typeof EnrollmentSettings>;

/** Whether a device is required, and what new people read. */
export function EnrollmentSettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('enrollment');
  return (
    <div className={styles.wide}>
      <SettingsForm<Settings, Fields>
        schema={loadSchema}
        settings={settings}
        toForm={toForm}
        toRequest={(fields) => fields}
        saved={t('settings.saved')}
      >
        <FormSection title={t('settings.title')} text={t('settings.text')}>
          <SwitchField
            name="enrollment_vpn_step_optional"
            label={t('settings.optional')}
            help={t('settings.optional_help')}
          />
          <TextField
            name="client_download_url"
            label={t('settings.download')}
            help={t('settings.download_help')}
            type="url"
            autoComplete="off"
            verbatim
          />
        </FormSection>
        <FormSection title={t('settings.message')} text={t('settings.message_text')}>
          <MessageField name="enrollment_welcome_message" label={t('settings.message_label')} />
        </FormSection>
        <WelcomeMailFields />
      </SettingsForm>
    </div>
  );
}

function WelcomeMailFields() {
  const { t } = useTranslation('enrollment');
  const { control } = useFormContext<Fields>();
  const isSame = useWatch({ control, name: 'enrollment_use_welcome_message_as_email' });
  return (
    <FormSection title={t('settings.mail')} text={t('settings.mail_text')}>
      <TextField name="enrollment_welcome_email_subject" label={t('settings.subject')} autoComplete="off" />
      <SwitchField name="enrollment_use_welcome_message_as_email" label={t('settings.same')} />
      {!isSame && <MessageField name="enrollment_welcome_email" label={t('settings.mail_label')} />}
    </FormSection>
  );
}

function MessageField({ name, label }: { name: keyof Fields; label: string }) {
  const { t } = useTranslation('enrollment');
  const { control } = useFormContext<Fields>();
  const isDefault = useWatch({ control, name }) === defaultWelcomeMessage;
  return (
    <MarkdownField
      name={name}
      label={label}
      help={t(isDefault ? 'settings.default_note' : 'settings.own_note')}
      defaultText={defaultWelcomeMessage}
      {...useWelcomePlaceholders()}
    />
  );
}

function toForm(settings: Settings): Fields {
  return {
    enrollment_vpn_step_optional: settings.enrollment_vpn_step_optional,
    enrollment_welcome_message: settings.enrollment_welcome_message ?? '',
    enrollment_welcome_email: settings.enrollment_welcome_email ?? '',
    enrollment_welcome_email_subject: settings.enrollment_welcome_email_subject ?? '',
    enrollment_use_welcome_message_as_email: settings.enrollment_use_welcome_message_as_email,
    client_download_url: settings.client_download_url,
  };
}
