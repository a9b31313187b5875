import type { MfaInfo } from '@gatewarden/contract/auth';
import { returnFromSignIn } from '@gatewarden/contract/calls';
import { Anchor, Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { pathOf } from '../../../lib/path-of.ts';
import { Callout } from '../../../ui/callout.tsx';
import { CardPage } from '../../../ui/card-page.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useEssentials } from '../../settings/index.ts';
import { PasskeyButton } from '../forms/passkey-button.tsx';
import { SignInForm } from '../forms/sign-in-form.tsx';
import type { SignInSearch } from '../sign-in-search.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignInText } from './sign-in-text.tsx';

// loaded only after the password is accepted
const SecondStepForm = lazy(() =>
  import('../forms/second-step-form.tsx').then((file) => ({ default: file.SecondStepForm })),
);

interface Props {
  search: SignInSearch;
  /** Receives the page of the console to open. */
  onSignedIn: (path: string) => void;
}

/** Signs in and returns to the requested page. Does not need the router. */
export function SignIn({ search, onSignedIn }: Props) {
  const { return_to, r } = search;
  const { t } = useTranslation('auth');
  const { instance_name, main_logo_url, password_reset_url } = useEssentials();
  const [step, setStep] = useState<'password' | 'expired' | MfaInfo>('password');

  const finish = (url: string | null) => {
    // An application that requested the sign-in is outside the console.
    const elsewhere = r === undefined ? url : pathOf(returnFromSignIn, undefined, { r });
    if (elsewhere) window.location.assign(elsewhere);
    else onSignedIn(return_to ?? '/');
  };

  const logo = <Logo url={main_logo_url} name={instance_name} kind="main" />;
  if (typeof step === 'object') {
    return (
      <CardPage logo={logo} title={t('second_step.title')} text={t('second_step.text')}>
        <Suspense>
          <SecondStepForm
            factors={step}
            submitLabel={t('sign_in')}
            onVerified={({ url }) => finish(url)}
            onExpired={() => setStep('expired')}
          />
        </Suspense>
        <Button variant="subtle" onClick={() => setStep('password')}>
          {t('second_step.back')}
        </Button>
      </CardPage>
    );
  }
  return (
    <CardPage logo={logo} title={t('title')} text={<SignInText requestedBy={r} />}>
      {step === 'expired' && <Callout tone="info">{t('second_step.too_late')}</Callout>}
      <SignInForm onSignedIn={({ url }) => finish(url)} onSecondFactor={setStep} />
      {password_reset_url !== null && (
        <Anchor href={password_reset_url} ta="center">
          {t('forgot_password')}
        </Anchor>
      )}
      <PasskeyButton onSignedIn={({ url }) => finish(url)} />
      <ProviderButtons search={search} />
    </CardPage>
  );
}
