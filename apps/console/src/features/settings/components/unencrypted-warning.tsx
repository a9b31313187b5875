import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import type { LdapFields } from '../forms/ldap.schema.ts';
import { isUnencrypted } from '../forms/ldap.ts';

interface Props {
  /** `written`: only those that are to be written to the directory. */
  passwords: 'all' | 'written';
}

/** Warns while the form sends passwords in plain text. */
export function UnencryptedWarning({ passwords }: Props) {
  const { t } = useTranslation('settings');
  const { control } = useFormContext<LdapFields>();
  const [ldap_url, ldap_use_starttls, direction, usesAd] = useWatch({
    control,
    name: ['ldap_url', 'ldap_use_starttls', 'direction', 'ldap_uses_ad'],
  });
  const isWritten = passwords === 'written';
  const isShown = isUnencrypted({ ldap_url, ldap_use_starttls }) && (!isWritten || direction === 'to_directory');
  const text = isWritten && usesAd ? t('ldap.unencrypted_ad') : t('ldap.unencrypted');
  return <FieldNotes notes={isShown ? [{ tone: 'warning', text }] : []} />;
}
