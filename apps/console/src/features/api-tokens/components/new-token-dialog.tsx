import { Button, Checkbox, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiBase } from '../../../lib/path-of.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import styles from './new-token-dialog.module.css';

interface Props {
  name: string;
  secret: string;
  onClose: () => void;
}

/** Shows the secret once; only the button closes the dialog. */
export function NewTokenDialog({ name, secret, onClose }: Props) {
  const { t } = useTranslation('api-tokens');
  const [saved, setSaved] = useState(false);
  // reads the secret from the environment, because the shell stores typed commands in its history
  const example = `curl --header "Authorization: Bearer $GATEWARDEN_TOKEN" ${location.origin}${apiBase}/me`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('made.title', { name })}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <LeaveGuard active={!saved} title={t('made.leave_title')} text={t('made.leave_text')} />
      <Stack gap="md">
        <SecretPanel what={t('made.what')} secret={secret} note={t('made.once')} />
        <div>
          <Text>{t('made.example')}</Text>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Code block className={styles.example}>
              {example}
            </Code>
            <CopyButton value={example} what={t('made.example_what')} />
          </Group>
        </div>
        <Checkbox label={t('made.saved')} checked={saved} onChange={(event) => setSaved(event.currentTarget.checked)} />
        <DialogActions>
          <Button disabled={!saved} onClick={onClose}>
            {t('made.done')}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
