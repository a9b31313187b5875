import { configFileName } from '@gatewarden/net/config-file-name';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../../ui/qr-code.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
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
  const code = (
    <div className={styles.code}>
      <QrCode text={text} label={t('config.qr', { location })} />
    </div>
  );
  return (
    <section className={styles.configuration} aria-label={t('config.of', { location })}>
      <div className={styles.file}>
        <SecretPanel
          what={t('config.what')}
          secret={text}
          note={null}
          download={{
            fileName: configFileName({ device, location }),
            label: t('config.download'),
            ...(onSaved && { onSaved }),
          }}
          isFile
          folded={isComplete ? t('config.show_text') : undefined}
        >
          {isComplete && !showsCode && (
            <details>
              <summary className={styles.summary}>{t('config.show_code')}</summary>
              {code}
            </details>
          )}
        </SecretPanel>
      </div>
      {isComplete && showsCode && code}
    </section>
  );
}
