import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { formatMinute, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { connectRequestQuery, useApproval, useRefuseRequest } from '../connect.queries.ts';
import styles from './connect-request.module.css';
import { ProveHere } from './prove-here.tsx';

type Outcome = 'approved' | 'refused';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the user decided about a request. The browser keeps it when the page is loaded again. */
    connectOutcome?: Outcome;
  }
}

/** A client that asks to connect: what it is, and the second factor with which its owner confirms. */
export function ConnectRequest({ request }: { request: string }) {
  const { t } = useTranslation('location-mfa');
  const navigate = useNavigate();
  const outcome = useLocation({ select: ({ state }) => state.connectOutcome });
  const opened = useQuery({ ...connectRequestQuery(request), enabled: outcome === undefined });
  const setOutcome = (connectOutcome: Outcome) =>
    void navigate({ to: '.', search: true, state: { connectOutcome }, replace: true, resetScroll: false });
  if (outcome) {
    return (
      <Callout
        ref={focus}
        tabIndex={-1}
        tone={outcome === 'approved' ? 'success' : 'info'}
        title={t(`request.${outcome}`)}
      >
        <RichText
          text={t(`request.${outcome}_text`)}
          parts={{ devices: (text) => <TextLink to="/me">{text}</TextLink> }}
        />
      </Callout>
    );
  }
  if (opened.isPending) return <FormSkeleton count={3} />;
  if (opened.isError) return <ErrorState error={opened.error} title={t('request.failed')} />;
  return <Opened request={request} opened={opened.data} onOutcome={setOutcome} />;
}

/** The button that had the focus is gone. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

interface OpenedProps {
  request: string;
  opened: { device: string; location: string; ip: string | null; agent: string | null; expires_at: string };
  onOutcome: (outcome: Outcome) => void;
}

function Opened({ request, opened, onOutcome }: OpenedProps) {
  const { t } = useTranslation('location-mfa');
  const locale = useLocale();
  const approval = useApproval(request);
  const refuse = useRefuseRequest(request);
  const { device, location, ip, agent, expires_at: until } = opened;
  return (
    <Panel title={t('request.title', { device, location })} text={t('request.text')}>
      <div className={styles.request}>
        <FactList
          facts={[
            { label: t('device'), value: device },
            { label: t('request.location'), value: location },
            { label: t('request.ip'), value: ip ?? t('request.unknown') },
            { label: t('request.agent'), value: agent ?? t('request.unknown') },
            { label: t('request.until'), value: formatMinute(instantOf(until), locale) },
          ]}
        />
        <ProveHere verification={approval} onVerified={() => onOutcome('approved')} />
        <Button
          variant="subtle"
          color="red"
          fullWidth
          loading={refuse.isPending}
          onClick={() => refuse.mutate(undefined, { onSuccess: () => onOutcome('refused'), onError: showFailure })}
        >
          {t('request.refuse')}
        </Button>
      </div>
    </Panel>
  );
}
