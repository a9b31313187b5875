import { Button, Code, Group, Text } from '@mantine/core';
import { IconDownload, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../lib/download-text.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-panel.module.css';

interface Props {
  /** Accessible name: "API token". */
  what: string;
  secret: string;
  /** Name of the downloaded file; absent: no download. */
  fileName?: string;
  /** Note instead of the default one, which says that it is shown once. */
  note?: string;
}

/** A secret that is shown once, with buttons to copy and download. */
export function SecretPanel({ what, secret, fileName, note }: Props) {
  const { t } = useTranslation();
  return (
    <section className={styles.panel} aria-label={what}>
      <div className={styles.once}>
        <IconEyeOff size="1.25rem" aria-hidden />
        <Text component="span">{note ?? t('secret.once')}</Text>
      </div>
      <Code block className={styles.secret}>
        {secret}
      </Code>
      <Group gap="sm">
        <CopyButton value={secret} what={what} withLabel />
        {fileName && (
          <Button
            variant="default"
            leftSection={<IconDownload size="1rem" />}
            onClick={() => downloadText(fileName, `${secret}\n`)}
          >
            {t('download')}
          </Button>
        )}
      </Group>
    </section>
  );
}
