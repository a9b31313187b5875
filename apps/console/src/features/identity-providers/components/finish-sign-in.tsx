import type { MfaInfo } from '@gatewarden/contract/auth';
import { returnFromSignIn } from '@gatewarden/contract/calls';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../../lib/path-of.ts';
import { CardPage } from '../../../ui/card-page.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { SecondStepForm, takeRequestedPage } from '../../auth/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { type ProviderAnswer, useFinishSignIn } from '../identity-providers.queries.ts';

interface Props {
  answer: ProviderAnswer;
  /** The page while it is in progress (null), or with the failure. */
  show: (failure: unknown) => ReactNode;
}

/** Signs in with the answer of a provider, asks for the second factor if it is required, and opens the requested page. */
export function FinishSignIn({ answer, show }: Props) {
  const { t } = useTranslation('auth');
  const { instance_name, main_logo_url } = useEssentials();
  const router = useRouter();
  const finish = useFinishSignIn();
  const [factors, setFactors] = useState<MfaInfo>();
  const [requested] = useState(takeRequestedPage);
  const isSent = useRef(false);

  const leave = (url: string | null) => {
    // an application behind a reverse proxy
    const { r, return_to } = requested;
    const elsewhere = r === undefined ? url : pathOf(returnFromSignIn, undefined, { r });
    if (elsewhere) window.location.replace(elsewhere);
    else router.history.replace(return_to ?? '/');
  };
  const send = useEffectEvent(() => {
    // the server accepts each answer once
    if (isSent.current) return;
    isSent.current = true;
    finish.mutate(answer, {
      onSuccess: (outcome) => (outcome.kind === 'usual' ? leave(outcome.body.url) : setFactors(outcome.body)),
    });
  });
  useEffect(() => send(), []);

  if (!factors) return show(finish.error);
  return (
    <CardPage
      logo={<Logo url={main_logo_url} name={instance_name} kind="main" />}
      title={t('second_step.title')}
      text={t('second_step.text')}
    >
      <SecondStepForm
        factors={factors}
        submitLabel={t('sign_in')}
        onVerified={({ url }) => leave(url)}
        onExpired={() => router.history.replace('/sign-in')}
      />
      <Button variant="subtle" onClick={() => router.history.replace('/sign-in')}>
        {t('second_step.back')}
      </Button>
    </CardPage>
  );
}
