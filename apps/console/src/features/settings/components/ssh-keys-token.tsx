import type { Settings } from '@gatewarden/contract/settings';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { useRemoveSshKeysToken, useReplaceSshKeysToken } from '../settings.queries.ts';

interface Props {
  saved: Pick<Settings, 'ssh_authorized_keys_token_set' | 'ssh_authorized_keys_addresses'>;
}

/** The token with which servers read SSH keys. Replacing or removing it takes effect immediately, after a confirmation. */
export function SshKeysToken({ saved }: Props) {
  const { t } = useTranslation('settings');
  const isSet = saved.ssh_authorized_keys_token_set;
  const isRestricted = saved.ssh_authorized_keys_addresses.length > 0;
  const [asked, setAsked] = useState<'replace' | 'remove'>();
  const replace = useReplaceSshKeysToken();
  const remove = useRemoveSshKeysToken();
  const callbacks = { onSuccess: () => setAsked(undefined), onError: showFailure };
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
        {isSet ? (
          <>
            <Button variant="default" onClick={() => setAsked('replace')}>
              {t('security.ssh_keys_token_replace')}
            </Button>
            <Button variant="default" color="red" onClick={() => setAsked('remove')}>
              {t('security.ssh_keys_token_remove')}
            </Button>
          </>
        ) : (
          <Button variant="default" disabled={replace.isPending} onClick={() => replace.mutate(undefined, callbacks)}>
            {t('security.ssh_keys_token_create')}
          </Button>
        )}
      </Group>
      {/* events of the dialogs reach the form around them, which must not be submitted */}
      <div onSubmit={(event) => event.stopPropagation()}>
        <ConfirmDialog
          opened={asked === 'replace'}
          onClose={() => setAsked(undefined)}
          onConfirm={() => replace.mutate(undefined, callbacks)}
          confirming={replace.isPending}
          title={t('security.ssh_keys_token_replace_title')}
          consequences={<Text>{t('security.ssh_keys_token_replace_text')}</Text>}
          confirmLabel={t('security.ssh_keys_token_replace')}
        />
        <ConfirmDialog
          opened={asked === 'remove'}
          onClose={() => setAsked(undefined)}
          onConfirm={() => remove.mutate(undefined, callbacks)}
          confirming={remove.isPending}
          title={t('security.ssh_keys_token_remove_title')}
          consequences={
            <Text>
              {t(isRestricted ? 'security.ssh_keys_token_remove_restricted' : 'security.ssh_keys_token_remove_open')}
            </Text>
          }
          confirmLabel={t('security.ssh_keys_token_remove')}
        />
      </div>
    </Stack>
  );
}
