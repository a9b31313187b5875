import type { Settings } from '@gatewarden/contract/settings';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { LdapFields } from '../forms/ldap.schema.ts';

/** Address, encryption and service account. */
export function LdapServerFields({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const { control } = useFormContext<LdapFields>();
  const [isOn, url, startTls, verifies] = useWatch({
    control,
    name: ['ldap_enabled', 'ldap_url', 'ldap_use_starttls', 'ldap_tls_verify_cert'],
  });
  const isUnencrypted = url?.startsWith('ldap:') === true && startTls !== true;
  return (
    <FormSection title={t('ldap.title')} text={t('ldap.text')}>
      <SwitchField name="ldap_enabled" label={t('ldap.enabled')} />
      <div>
        <TextField
          name="ldap_url"
          label={t('ldap.url')}
          help={t('ldap.url_help')}
          autoComplete="off"
          optional={isOn !== true}
          verbatim
        />
        <FieldNotes notes={isUnencrypted ? [{ tone: 'warning', text: t('ldap.unencrypted') }] : []} />
      </div>
      <SwitchField name="ldap_use_starttls" label={t('ldap.starttls')} help={t('ldap.starttls_help')} />
      <div>
        <SwitchField name="ldap_tls_verify_cert" label={t('ldap.verify')} />
        <FieldNotes notes={verifies === false ? [{ tone: 'warning', text: t('ldap.unverified') }] : []} />
      </div>
      <TextAreaField name="ldap_ca_certificate" label={t('ldap.ca')} help={t('ldap.ca_help')} optional />
      <TextField
        name="ldap_bind_username"
        label={t('ldap.bind_username')}
        help={t('ldap.bind_username_help')}
        autoComplete="off"
        optional={isOn !== true}
        verbatim
      />
      <PasswordField
        name="ldap_bind_password"
        label={t('ldap.bind_password')}
        {...(settings.ldap_bind_password_set && { help: t('mail.password_kept') })}
        autoComplete="new-password"
        optional={isOn !== true || settings.ldap_bind_password_set}
      />
      <SwitchField name="ldap_sign_in_enabled" label={t('ldap.sign_in')} help={t('ldap.sign_in_help')} />
    </FormSection>
  );
}
