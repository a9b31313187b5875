import { Anchor, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { go, useAddress } from '../address.ts';
import { useStartSession } from '../edge.queries.ts';
import { EdgeCard } from '../edge-card.tsx';
import { useEdge } from '../edge-context.ts';
import { TokenForm } from '../forms/token-form.tsx';
import { ProviderButtons } from '../provider-buttons.tsx';
import { isUnusable, StartFailure } from '../start-failure.tsx';
import { UnusableLinkPage } from './time-over-page.tsx';

/**
 * Where the link of an invitation leads. A button begins the session, not the page: mail servers open links to check them,
 * and that would use the token.
 */
export function EntryPage() {
  const { t } = useTranslation('edge');
  const { instance_name } = useEdge();
  const token = useAddress().search.get('token') ?? '';
  const start = useStartSession();
  if (token === '') return <TokenPage />;
  if (isUnusable(start.error)) {
    const onOther = () => {
      start.reset();
      go('/', { replace: true });
    };
    return <UnusableLinkPage onOther={onOther} />;
  }
  return (
    <EdgeCard title={t('entry.title', { name: instance_name })} text={t('entry.text')}>
      <Stack gap="md">
        {start.isError && <StartFailure error={start.error} />}
        <Button
          loading={start.isPending}
          onClick={() => start.mutate(token, { onSuccess: () => go('/enrollment', { replace: true }) })}
        >
          {t('entry.start')}
        </Button>
      </Stack>
    </EdgeCard>
  );
}

function TokenPage() {
  const { t } = useTranslation('edge');
  return (
    <EdgeCard title={t('token.title')} text={t('token.text')}>
      <TokenForm onStarted={() => go('/enrollment')} />
      <ProviderButtons />
      <Anchor
        href="/password-reset"
        onClick={(event) => {
          event.preventDefault();
          go('/password-reset');
        }}
      >
        {t('token.forgot')}
      </Anchor>
    </EdgeCard>
  );
}
