import type { Settings } from '@gatewarden/contract/settings';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { LdapFields } from '../forms/ldap.schema.ts';
import { isUnencrypted } from '../forms/ldap.ts';
import { UnencryptedWarning } from './unencrypted-warning.tsx';

const certificateDefaults = { ldap_tls_verify_cert: true, ldap_ca_certificate: '' };

/** Address, encryption and service account. */
export function LdapServerFields({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const { control } = useFormContext<LdapFields>();
  const [ldap_url, ldap_use_starttls] = useWatch({ control, name: ['ldap_url', 'ldap_use_starttls'] });
  return (
    <FormSection title={t('ldap.title')} text={t('ldap.text')}>
      <SwitchField name="ldap_enabled" label={t('ldap.enabled')} />
      <div>
        <TextField name="ldap_url" label={t('ldap.url')} help={t('ldap.url_help')} autoComplete="off" verbatim />
        <UnencryptedWarning passwords="all" />
      </div>
      {/* also to turn it off after the address was changed to ldaps:// */}
      {(ldap_use_starttls === true || isUnencrypted({ ldap_url })) && (
        <SwitchField name="ldap_use_starttls" label={t('ldap.starttls')} help={t('ldap.starttls_help')} />
      )}
      <TextField
        name="ldap_bind_username"
        label={t('ldap.bind_username')}
        help={t('ldap.bind_username_help')}
        autoComplete="off"
        verbatim
      />
      <PasswordField
        name="ldap_bind_password"
        label={t('ldap.bind_password')}
        {...(settings.ldap_bind_password_set && { help: t('mail.password_kept') })}
        autoComplete="new-password"
        optional={settings.ldap_bind_password_set}
      />
      <AdvancedSection
        title={t('ldap.certificate')}
        names={Object.keys(certificateDefaults)}
        defaults={certificateDefaults}
      >
        <Certificate />
      </AdvancedSection>
    </FormSection>
  );
}

function Certificate() {
  const { t } = useTranslation('settings');
  const { control } = useFormContext<LdapFields>();
  const verifies = useWatch({ control, name: 'ldap_tls_verify_cert' });
  return (
    <>
      <TextAreaField name="ldap_ca_certificate" label={t('ldap.ca')} help={t('ldap.ca_help')} optional />
      <div>
        <SwitchField name="ldap_tls_verify_cert" label={t('ldap.verify')} />
        <FieldNotes notes={verifies === false ? [{ tone: 'warning', text: t('ldap.unverified') }] : []} />
      </div>
    </>
  );
}
