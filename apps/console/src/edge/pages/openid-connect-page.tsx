import { Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api-error.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Callout } from '../../ui/callout.tsx';
import { useAddress } from '../address.ts';
import { EdgeCard } from '../edge-card.tsx';
import { connectSignInQuery, useFinishConnect } from '../openid.queries.ts';
import { useProviderAnswer } from '../use-provider-answer.ts';

/**
 * Opened by a client that connects a device. The person confirms what is connected: with a session at the provider, a link of
 * another person would otherwise connect that person's device without a question.
 */
export function OpenidConnectPage() {
  const { t } = useTranslation('edge');
  const token = useAddress().search.get('token') ?? '';
  const begun = useQuery({ ...connectSignInQuery(token), enabled: token !== '' });
  if (token === '') return <ConnectFailure>{t('connect.missing')}</ConnectFailure>;
  if (begun.isError) return <ConnectFailure>{connectFailure(begun.error, t('connect.over'))}</ConnectFailure>;
  if (!begun.data) {
    return (
      <EdgeCard title={t('connect.title')}>
        <Loader size={20} />
      </EdgeCard>
    );
  }
  const { url, button_display_name, connection } = begun.data;
  return (
    <EdgeCard title={t('connect.title')} text={t('connect.text', { ...connection })}>
      <Text c="dimmed">{t('connect.only_if')}</Text>
      <Button component="a" href={url}>
        {button_display_name ?? t('connect.submit')}
      </Button>
    </EdgeCard>
  );
}

/** Where the provider sends the browser: the client of the device connects it. */
export function OpenidConnectedPage() {
  const { t } = useTranslation('edge');
  const finish = useFinishConnect();
  const problem = useProviderAnswer(finish.mutate);
  if (problem !== undefined) return <ConnectFailure>{problem}</ConnectFailure>;
  if (finish.isError) return <ConnectFailure>{connectFailure(finish.error, t('connect.over'))}</ConnectFailure>;
  return finish.isSuccess ? (
    <EdgeCard title={t('connect.done_title')} text={t('connect.done')}>
      {null}
    </EdgeCard>
  ) : (
    <EdgeCard title={t('openid.progress')}>
      <Loader size={20} />
    </EdgeCard>
  );
}

function connectFailure(error: unknown, over: string): string {
  const isOver = isApiError(error, 'connect_attempt_missing') || isApiError(error, 'connect_token_invalid');
  return isOver ? over : failureText(error);
}

function ConnectFailure({ children }: { children: string }) {
  const { t } = useTranslation('edge');
  return (
    <EdgeCard title={t('connect.failed')}>
      <Callout tone="danger">{children}</Callout>
      <Text c="dimmed">{t('connect.again')}</Text>
    </EdgeCard>
  );
}
