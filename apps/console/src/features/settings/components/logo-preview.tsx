import { logoUrlStart } from '@gatewarden/contract/settings.names';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './logo-preview.module.css';

/** The image is requested after a pause in typing. */
const pauseMilliseconds = 400;

interface Props {
  /** As typed; empty for the default. */
  url: string;
  defaultUrl: string;
  /** `main` is at most 250×100 px, `navigation` 100×100 px. */
  kind: 'main' | 'navigation';
}

/** Preview of the logo in a frame of the maximum size. */
export function LogoPreview({ url, defaultUrl, kind }: Props) {
  const { t } = useTranslation('settings');
  const [settled] = useDebouncedValue(url.trim(), pauseMilliseconds);
  const [failed, setFailed] = useState<string>();
  const acceptable = logoUrlStart.test(settled);
  const shown = settled || defaultUrl;
  return (
    <figure className={styles.preview}>
      <div className={styles.frame} data-kind={kind}>
        {acceptable && failed !== shown ? (
          <img key={shown} className={styles.logo} src={shown} alt="" onError={() => setFailed(shown)} />
        ) : (
          <Text size="xs" c="dimmed" role="status">
            {t('branding.no_picture')}
          </Text>
        )}
      </div>
      <figcaption className={styles.caption}>
        {t('branding.preview', { size: kind === 'main' ? '250×100' : '100×100' })}
      </figcaption>
    </figure>
  );
}
