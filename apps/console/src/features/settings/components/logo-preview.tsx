import { type LogoKind, logoLimits, logoUrlPattern } from '@gatewarden/contract/settings.names';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import styles from './logo-preview.module.css';

/** The image is requested after a pause in typing. */
const pauseMilliseconds = 400;

interface Props {
  /** As typed; empty for the default. */
  url: string;
  defaultUrl: string;
  kind: LogoKind;
}

interface Loaded {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Previews of the logo in frames of the maximum size, on the backgrounds of both themes, and a note if it is larger. */
export function LogoPreview({ url, defaultUrl, kind }: Props) {
  const { t } = useTranslation('settings');
  const [settled] = useDebouncedValue(url.trim(), pauseMilliseconds);
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<Loaded>();
  const shown = settled || defaultUrl;
  const isShown = logoUrlPattern.test(settled) && failed !== shown;
  const max = logoLimits[kind];
  const isLarger = loaded?.url === settled && (loaded.width > max.width || loaded.height > max.height);
  return (
    <figure className={styles.preview}>
      <div className={styles.frames}>
        {(['light', 'dark'] as const).map((scheme) => (
          <div key={scheme} className={styles.frame} data-kind={kind} data-scheme={scheme}>
            {isShown ? (
              <img
                key={shown}
                className={styles.logo}
                src={shown}
                alt={t(`branding.preview_${scheme}`)}
                onError={() => setFailed(shown)}
                onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                  setLoaded({ url: shown, width, height })
                }
              />
            ) : (
              <Text size="xs" className={styles.missing} {...(scheme === 'light' && { role: 'status' })}>
                {t('branding.no_picture')}
              </Text>
            )}
          </div>
        ))}
      </div>
      <figcaption className={styles.caption}>
        {t('branding.preview', { size: `${max.width}×${max.height}` })}
      </figcaption>
      {isShown && isLarger && (
        <FieldNotes
          notes={[
            {
              tone: 'info',
              text: t('branding.larger', {
                size: `${loaded.width}×${loaded.height}`,
                max: `${max.width}×${max.height}`,
              }),
            },
          ]}
        />
      )}
    </figure>
  );
}
