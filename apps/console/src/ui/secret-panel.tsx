import { Button, Code, Group, Text } from '@mantine/core';
import { IconDownload, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../lib/download-text.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-panel.module.css';

interface Props {
  /** What it is: "API token". */
  what: string;
  secret: string;
  /** Name of the downloaded file; without one there is nothing to download. */
  fileName?: string;
  /** What happens if it is lost, beyond that it is shown only once. */
  note?: string;
}

/** A secret that is shown once, with copy and download. */
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
