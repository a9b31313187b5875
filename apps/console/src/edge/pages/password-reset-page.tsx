import { Anchor, Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { go, useAddress } from '../address.ts';
import { resetLinkQuery } from '../edge.queries.ts';
import { EdgeCard } from '../edge-card.tsx';
import { useEdge } from '../edge-context.ts';
import { NewPasswordForm } from '../forms/new-password-form.tsx';
import { ResetRequestForm } from '../forms/reset-request-form.tsx';
import { isUnusable } from '../start-failure.tsx';

/** Requests a link by email; the link leads here with a token and sets another password. */
export function PasswordResetPage() {
  const token = useAddress().search.get('token') ?? '';
  return token === '' ? <RequestPage /> : <NewPasswordPage token={token} />;
}

function RequestPage() {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <EdgeCard title={t('reset.sent_title')} text={t('reset.sent', { email: sentTo })}>
        <Text>{t('reset.sent_help')}</Text>
        <Button variant="default" onClick={() => setSentTo(undefined)}>
          {t('reset.again')}
        </Button>
      </EdgeCard>
    );
  }
  return (
    <EdgeCard title={t('reset.title')} text={t('reset.text')}>
      <ResetRequestForm onSent={setSentTo} />
      <Anchor href={console_url}>{t('reset.to_sign_in')}</Anchor>
    </EdgeCard>
  );
}

function NewPasswordPage({ token }: { token: string }) {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  const [isDone, setDone] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const link = useQuery(resetLinkQuery(token));
  if (isDone) {
    return (
      <EdgeCard title={t('new_password.done_title')} text={t('new_password.done')}>
        <Button component="a" href={console_url}>
          {t('reset.to_sign_in')}
        </Button>
      </EdgeCard>
    );
  }
  if (isUsed || isUnusable(link.error)) return <UsedLinkPage />;
  if (link.isPending) {
    return (
      <EdgeCard title={t('new_password.title')}>
        <Loader size={20} />
      </EdgeCard>
    );
  }
  // any other failure shows when the password is set
  return (
    <EdgeCard title={t('new_password.title')} text={t('new_password.text')}>
      <NewPasswordForm token={token} onDone={() => setDone(true)} onUsed={() => setUsed(true)} />
    </EdgeCard>
  );
}

function UsedLinkPage() {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  return (
    <EdgeCard title={t('new_password.used_title')} text={t('new_password.used')}>
      <Button onClick={() => go('/password-reset', { replace: true })}>{t('new_password.request')}</Button>
      <Anchor href={console_url}>{t('reset.to_sign_in')}</Anchor>
    </EdgeCard>
  );
}
