import type { AuthKey } from '@gatewarden/contract/auth-keys';
import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../../lib/download-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { keyFileName } from '../key-file-name.ts';
import styles from './show-key-dialog.module.css';

interface Props {
  authKey: AuthKey;
  name: string;
  onClose: () => void;
}

/** Text of a public key, to view, copy and download. */
export function ShowKeyDialog({ authKey: { key, key_type }, name, onClose }: Props) {
  const { t } = useTranslation(['auth-keys', 'common']);
  const text = key.trimEnd();
  return (
    <Modal opened onClose={onClose} size="lg" title={name}>
      <Stack gap="md">
        <Text>{t(`show.${key_type}`)}</Text>
        <Code block className={styles.text} tabIndex={0} role="region" aria-label={t('field.key')}>
          {text}
        </Code>
        <Group gap="sm">
          <CopyButton value={text} what={t('field.key')} withLabel />
          <Button
            variant="default"
            leftSection={<IconDownload size="1rem" />}
            onClick={() => downloadText(keyFileName(name, key_type), `${text}\n`)}
          >
            {t('common:download')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
