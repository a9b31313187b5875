import { Button, Loader, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientLink } from '../../../lib/client-link.ts';
import { showFailure } from '../../../lib/form-errors.ts';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { useIssueToken } from '../enrollment.queries.ts';
import { GetClient } from './get-client.tsx';
import { TokenForClient } from './token-for-client.tsx';

interface Props {
  username: string;
  /** False: the caller cannot watch for the device yet. */
  isReady: boolean;
  /** From now on a client can add a device. */
  onIssued: () => void;
}

const lifetimeMilliseconds = 86_400_000;

/** Issues a token for a client of the signed-in user, and shows it in every form that clients accept. */
export function ActivateOwnClient({ username, isReady, onIssued }: Props) {
  const { t } = useTranslation('enrollment');
  const issue = useIssueToken('client');
  const [expiresAt, setExpiresAt] = useState('');
  const start = () =>
    issue.mutate(
      { username, email: null, language: 'account' },
      {
        onSuccess: () => {
          // as the API writes instants
          setExpiresAt(new Date(Date.now() + lifetimeMilliseconds).toISOString().slice(0, -1));
          onIssued();
        },
        onError: showFailure,
      },
    );
  if (!issue.data) {
    return (
      <Panel title={t('issued.client')} variant="open" text={t('own.text')}>
        <Stack gap="md" align="flex-start">
          <GetClient />
          <Button loading={issue.isPending} disabled={!isReady} onClick={start}>
            {t('own.start')}
          </Button>
        </Stack>
      </Panel>
    );
  }
  const { enrollment_url: url, enrollment_token: token } = issue.data;
  return (
    <Panel title={t('issued.client')}>
      <Stack gap="md" align="flex-start">
        <Button
          component="a"
          href={clientLink({ url, token })}
          rightSection={<IconExternalLink size="1rem" aria-hidden />}
        >
          {t('own.open')}
        </Button>
        <Text c="dimmed">{t('own.open_help')}</Text>
        <GetClient />
        <TokenForClient url={url} token={token} />
        <Text>
          <RichText text={t('own.expires')} parts={{ time: () => <RelativeTime at={expiresAt} /> }} />
        </Text>
        <Text role="status">
          <Loader mr="xs" aria-hidden />
          {t('own.waiting')}
        </Text>
      </Stack>
    </Panel>
  );
}
