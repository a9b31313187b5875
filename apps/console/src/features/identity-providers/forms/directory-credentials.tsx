import type { Provider } from '@gatewarden/contract/identity-providers';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';

/** With what the directory of this kind of provider is read. Secrets that are stored may stay empty. */
export function DirectoryCredentials({ provider }: { provider: Provider }) {
  const { t } = useTranslation('identity-providers');
  const secret = (isSet: boolean, help: string) => ({ optional: isSet, help: isSet ? t('directory.key_kept') : help });
  switch (provider.kind) {
    case 'google':
      return (
        <>
          <TextAreaField
            name="google_service_account_key"
            label={t('directory.google_key')}
            help={t(
              provider.google_service_account_key_set ? 'directory.google_key_kept' : 'directory.google_key_help',
            )}
            optional={provider.google_service_account_key_set}
            autoFocus
          />
          <TextField
            name="google_service_account_email"
            label={t('directory.google_email')}
            help={t('directory.google_email_help')}
            type="email"
            verbatim
            optional
          />
          <TextField
            name="admin_email"
            label={t('directory.admin_email')}
            help={t('directory.admin_email_help')}
            type="email"
            verbatim
          />
        </>
      );
    case 'okta':
      return (
        <>
          <TextField
            name="okta_dirsync_client_id"
            label={t('directory.okta_client')}
            help={t('directory.okta_client_help')}
            autoComplete="off"
            verbatim
            autoFocus
          />
          <TextAreaField
            name="okta_private_jwk"
            label={t('directory.okta_key')}
            {...secret(provider.okta_private_jwk_set, t('directory.okta_key_help'))}
          />
        </>
      );
    case 'jumpcloud':
      return (
        <PasswordField
          name="jumpcloud_api_key"
          label={t('directory.jumpcloud_key')}
          autoComplete="new-password"
          {...secret(provider.jumpcloud_api_key_set, t('directory.jumpcloud_key_help'))}
          autoFocus
        />
      );
    case 'microsoft':
      return <Text size="sm">{t('directory.microsoft_text')}</Text>;
    case 'custom':
      return null;
  }
}
