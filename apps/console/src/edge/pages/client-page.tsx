import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../ui/callout.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { go, useAddress } from '../address.ts';
import { useStartSession } from '../edge.queries.ts';
import { EdgeCard } from '../edge-card.tsx';
import { OpenClient } from '../open-client.tsx';
import { StartFailure } from '../start-failure.tsx';

/** Where the link to add a device leads. The token is not used here: the client does that. */
export function ClientPage() {
  const { t } = useTranslation('edge');
  const token = useAddress().search.get('token') ?? '';
  return (
    <EdgeCard title={t('client.title')} text={t('client.text')} isWide>
      {token === '' ? (
        <Callout tone="danger">{t('client.missing')}</Callout>
      ) : (
        <TokenOfClient url={`${window.location.origin}/`} token={token} />
      )}
    </EdgeCard>
  );
}

interface Props {
  /** Of the edge; ends with a slash. */
  url: string;
  token: string;
}

/** How a client gets the token, or how to continue without one. */
export function TokenOfClient({ url, token }: Props) {
  const { t } = useTranslation('edge');
  const start = useStartSession();
  return (
    <>
      <OpenClient url={url} token={token} />
      {start.isError && <StartFailure error={start.error} />}
      <DialogActions>
        <Button
          variant="subtle"
          loading={start.isPending}
          onClick={() => start.mutate(token, { onSuccess: () => go('/enrollment?step=device', { replace: true }) })}
        >
          {t('client.manual')}
        </Button>
      </DialogActions>
    </>
  );
}
