import { Anchor, Button, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api-error.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Callout } from '../../ui/callout.tsx';
import { go } from '../address.ts';
import { EdgeCard } from '../edge-card.tsx';
import { useEdge } from '../edge-context.ts';
import { useFinishOpenid } from '../openid.queries.ts';
import { useProviderAnswer } from '../use-provider-answer.ts';
import { TokenOfClient } from './client-page.tsx';

/** Where a provider sends the browser: the token for a client, or why there is none. */
export function OpenidCallbackPage() {
  const { t } = useTranslation('edge');
  const finish = useFinishOpenid();
  const problem = useProviderAnswer(finish.mutate);
  if (problem !== undefined) return <FailedPage>{problem}</FailedPage>;
  if (finish.isError) return <FailedPage error={finish.error}>{failureText(finish.error)}</FailedPage>;
  if (!finish.data) {
    return (
      <EdgeCard title={t('openid.progress')}>
        <Loader size={20} />
      </EdgeCard>
    );
  }
  const { url, token } = finish.data;
  return (
    <EdgeCard title={t('client.title')} text={t('openid.signed_in')} isWide>
      <TokenOfClient url={url} token={token} />
    </EdgeCard>
  );
}

function FailedPage({ error, children }: { error?: unknown; children: string }) {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  // there, the second factor is asked for
  const isForConsole = isApiError(error, 'openid_second_factor_needed');
  return (
    <EdgeCard title={t('openid.failed')}>
      <Callout tone="danger" {...(isForConsole && { action: <Anchor href={console_url}>{t('finish.open')}</Anchor> })}>
        {children}
      </Callout>
      <Button variant={isForConsole ? 'default' : 'filled'} onClick={() => go('/', { replace: true })}>
        {t('openid.again')}
      </Button>
    </EdgeCard>
  );
}
