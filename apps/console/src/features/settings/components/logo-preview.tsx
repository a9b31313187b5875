import { Branding } from '@gatewarden/contract/settings';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './logo-preview.module.css';

/** A picture is asked for once typing pauses. */
const pauseMilliseconds = 400;

interface Props {
  /** As typed; empty means the product's own. */
  url: string;
  defaultUrl: string;
  /** `main` is at most 250×100 px, `navigation` 100×100 px. */
  kind: 'main' | 'navigation';
}

/** The logo as it will look, in a frame as large as it may be. */
export function LogoPreview({ url, defaultUrl, kind }: Props) {
  const { t } = useTranslation('settings');
  const [settled] = useDebouncedValue(url.trim(), pauseMilliseconds);
  const [failed, setFailed] = useState<string>();
  const acceptable = Branding.shape.main_logo_url.safeParse(settled).success;
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
