import { Button, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { clientCode, clientLink } from '../lib/client-link.ts';
import { ExternalLinkButton } from '../ui/external-link-button.tsx';
import { FactList } from '../ui/fact-list.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { useEdge } from './edge-context.ts';
import styles from './open-client.module.css';

interface Props {
  /** Of the edge; ends with a slash. */
  url: string;
  token: string;
}

/** How a client gets the token: a link on this device, a code for a phone, two texts for everything else. */
export function OpenClient({ url, token }: Props) {
  const { t } = useTranslation('edge');
  const { client_download_url: downloadUrl } = useEdge();
  return (
    <Stack gap="md">
      <Button
        component="a"
        // it may not be installed, and this page cannot offer it
        variant={downloadUrl === '' ? 'default' : 'filled'}
        href={clientLink({ url, token })}
        rightSection={<IconExternalLink size="1rem" aria-hidden />}
      >
        {t('client.open')}
      </Button>
      <Text c="dimmed">{t('client.open_help')}</Text>
      {downloadUrl === '' ? (
        <Text c="dimmed">{t('client.ask')}</Text>
      ) : (
        <div>
          <ExternalLinkButton href={downloadUrl}>{t('client.get')}</ExternalLinkButton>
        </div>
      )}
      <details>
        <summary className={styles.summary}>{t('client.phone')}</summary>
        <Text my="sm">{t('client.scan')}</Text>
        <QrCode text={clientCode({ url, token })} label={t('client.code')} />
      </details>
      <details>
        <summary className={styles.summary}>{t('client.by_text')}</summary>
        <FactList
          facts={[
            { label: t('client.url'), value: url, copy: url },
            { label: t('client.token'), value: token, copy: token },
          ]}
        />
      </details>
    </Stack>
  );
}
