import { Button, Group, Stack, Text } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { FormSection } from '../../../ui/form/form.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { useRemoveSshKeysToken, useReplaceSshKeysToken } from '../settings.queries.ts';

/** Which servers may read the SSH keys of users: those with the token, from the listed addresses. */
export function SshKeysFields({ isTokenSet }: { isTokenSet: boolean }) {
  const { t } = useTranslation('settings');
  const addresses: unknown = useWatch({ name: 'ssh_authorized_keys_addresses' });
  const isOpen = !isTokenSet && Array.isArray(addresses) && addresses.length === 0;
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
      <SshKeysToken isSet={isTokenSet} />
    </FormSection>
  );
}

function SshKeysToken({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation('settings');
  const replace = useReplaceSshKeysToken();
  const remove = useRemoveSshKeysToken();
  const isBusy = replace.isPending || remove.isPending;
  return (
    <Stack gap="sm">
      <Text fw={500}>{t('security.ssh_keys_token')}</Text>
      <Text role="status">{t(isSet ? 'security.ssh_keys_token_set' : 'security.ssh_keys_token_none')}</Text>
      {replace.data && (
        <SecretDialog title={t('security.ssh_keys_token_new')} onDone={replace.reset}>
          <SecretPanel
            what={t('security.ssh_keys_token')}
            secret={replace.data.token}
            download={{ fileName: 'gatewarden-ssh-keys-token.txt' }}
          />
        </SecretDialog>
      )}
      <Group gap="sm">
        <Button variant="default" disabled={isBusy} onClick={() => replace.mutate(undefined, { onError: showFailure })}>
          {t(isSet ? 'security.ssh_keys_token_replace' : 'security.ssh_keys_token_create')}
        </Button>
        {isSet && (
          <Button
            variant="default"
            color="red"
            disabled={isBusy}
            onClick={() => remove.mutate(undefined, { onError: showFailure })}
          >
            {t('security.ssh_keys_token_remove')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
