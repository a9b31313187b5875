import type { Settings } from '@gatewarden/contract/settings';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { FormRow, FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { MailFields as Fields } from '../forms/mail.schema.ts';

/** Address, encryption, sign-in and sender of the mail server. */
export function MailFields({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const { control } = useFormContext<Fields>();
  const [encryption, removesPassword] = useWatch({ control, name: ['smtp_encryption', 'remove_password'] });
  return (
    <FormSection title={t('mail.title')} text={t('mail.text')}>
      <FormRow>
        <TextField
          name="smtp_server"
          label={t('mail.server')}
          help={t('mail.server_help')}
          autoComplete="off"
          optional
          verbatim
        />
        <NumberField name="smtp_port" label={t('mail.port')} />
      </FormRow>
      <div>
        <SelectField
          name="smtp_encryption"
          label={t('mail.encryption')}
          options={[
            { value: 'StartTls', label: t('mail.encryption_start_tls') },
            { value: 'ImplicitTls', label: t('mail.encryption_implicit_tls') },
            { value: 'None', label: t('mail.encryption_none') },
          ]}
        />
        <FieldNotes notes={encryption === 'None' ? [{ tone: 'warning', text: t('mail.unencrypted') }] : []} />
      </div>
      <TextField
        name="smtp_user"
        label={t('mail.user')}
        help={t('mail.user_help')}
        autoComplete="off"
        optional
        verbatim
      />
      <PasswordField
        name="smtp_password"
        label={t('mail.password')}
        {...(settings.smtp_password_set && { help: t('mail.password_kept') })}
        autoComplete="new-password"
        disabled={removesPassword === true}
        optional
      />
      {settings.smtp_password_set && <SwitchField name="remove_password" label={t('mail.forget_password')} />}
      <TextField
        name="smtp_sender"
        type="email"
        label={t('mail.sender')}
        help={t('mail.sender_help')}
        autoComplete="off"
        optional
        verbatim
      />
    </FormSection>
  );
}
