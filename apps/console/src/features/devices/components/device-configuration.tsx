import { configFileName } from '@gatewarden/net/config-file-name';
import { Button, Code, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../../lib/download-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import styles from './device-configuration.module.css';

interface Props {
  device: string;
  location: string;
  /** Text of the file. */
  text: string;
  /** Whether the text contains the private key; without it, a QR code is useless. */
  isComplete: boolean;
}

/** A WireGuard configuration as QR code, file and text. */
export function DeviceConfiguration({ device, location, text, isComplete }: Props) {
  const { t } = useTranslation('devices');
  const fileName = configFileName({ device, location });
  return (
    <section className={styles.configuration} aria-label={t('config.of', { location })}>
      {isComplete && <QrCode text={text} label={t('config.qr', { location })} />}
      <Stack gap="sm" className={styles.file}>
        <Code block className={styles.text}>
          {text}
        </Code>
        <Group gap="sm">
          <Button leftSection={<IconDownload size="1rem" />} onClick={() => downloadText(fileName, `${text}\n`)}>
            {t('config.download')}
          </Button>
          <CopyButton value={text} what={t('config.what')} withLabel />
        </Group>
      </Stack>
    </section>
  );
}
