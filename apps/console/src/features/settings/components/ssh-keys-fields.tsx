import type { Settings } from '@gatewarden/contract/settings';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import { SshKeysToken } from './ssh-keys-token.tsx';

interface Props {
  saved: Pick<Settings, 'ssh_authorized_keys_token_set' | 'ssh_authorized_keys_addresses'>;
}

/** Which servers may read the SSH keys of users: those with the token, from the listed addresses. */
export function SshKeysFields({ saved }: Props) {
  const { t } = useTranslation('settings');
  const addresses: unknown = useWatch({ name: 'ssh_authorized_keys_addresses' });
  const isOpen = !saved.ssh_authorized_keys_token_set && Array.isArray(addresses) && addresses.length === 0;
  return (
    <FormSection title={t('security.ssh_keys')} text={t('security.ssh_keys_text')}>
      {isOpen && <FieldNotes notes={[{ tone: 'warning', text: t('security.ssh_keys_open') }]} />}
      <TagListField
        name="ssh_authorized_keys_addresses"
        label={t('security.ssh_keys_addresses')}
        help={t('security.ssh_keys_addresses_help')}
        placeholder="10.1.0.0/24"
        max={256}
      />
      <SshKeysToken saved={saved} />
    </FormSection>
  );
}
