import type { AuthKey } from '@gatewarden/contract/auth-keys';
import { Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { TextActions } from '../../../ui/text-actions.tsx';
import { keyFileName } from '../key-file-name.ts';

interface Props {
  authKey: AuthKey;
  name: string;
  onClose: () => void;
}

/** Text of a public key, to view, copy and download. */
export function ShowKeyDialog({ authKey: { key, key_type }, name, onClose }: Props) {
  const { t } = useTranslation('auth-keys');
  const text = key.trimEnd();
  return (
    <Modal opened onClose={onClose} size="lg" title={name}>
      <Stack gap="md">
        <Text>{t(`show.${key_type}`)}</Text>
        <CodeBlock label={t('field.key')}>{text}</CodeBlock>
        <TextActions what={t('field.key')} text={text} download={{ fileName: keyFileName(name, key_type) }} />
      </Stack>
    </Modal>
  );
}
