import { configFileName } from '@gatewarden/net/config-file-name';
import { Button, Code, Group } from '@mantine/core';
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
  /** Whether the device is usually configured with its camera; otherwise the code is shown on request. */
  showsCode: boolean;
  /** Called when the file was downloaded. */
  onSaved?: () => void;
}

/** A WireGuard configuration as file, QR code and text. The file comes first: a phone cannot scan its own screen. */
export function DeviceConfiguration({ device, location, text, isComplete, showsCode, onSaved }: Props) {
  const { t } = useTranslation('devices');
  const download = () => {
    downloadText(configFileName({ device, location }), `${text}\n`);
    onSaved?.();
  };
  const content = (
    <Code block className={styles.text}>
      {text}
    </Code>
  );
  const code = (
    <div className={styles.code}>
      <QrCode text={text} label={t('config.qr', { location })} />
    </div>
  );
  return (
    <section className={styles.configuration} aria-label={t('config.of', { location })}>
      <div className={styles.file}>
        <Group gap="sm">
          <Button leftSection={<IconDownload size="1rem" />} onClick={download}>
            {t('config.download')}
          </Button>
          <CopyButton value={text} what={t('config.what')} withLabel />
        </Group>
        {isComplete ? (
          <details>
            <summary className={styles.summary}>{t('config.show_text')}</summary>
            {content}
          </details>
        ) : (
          content
        )}
        {isComplete && !showsCode && (
          <details>
            <summary className={styles.summary}>{t('config.show_code')}</summary>
            {code}
          </details>
        )}
      </div>
      {isComplete && showsCode && code}
    </section>
  );
}
