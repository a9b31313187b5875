import { Alert } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardPage } from '../../../ui/card-page.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useEssentials } from '../../settings/index.ts';
import { SignInForm } from '../forms/sign-in-form.tsx';

const route = getRouteApi('/sign-in');

/** Signs in and goes back to where the person wanted to be. */
export function SignInScreen() {
  const { t } = useTranslation('auth');
  const { instance_name, main_logo_url } = useEssentials();
  const { return_to } = route.useSearch();
  const router = useRouter();
  const [secondFactor, setSecondFactor] = useState(false);

  const goOn = (url: string | null) => {
    // An application that waits for the sign-in lives outside the console.
    if (url) window.location.assign(url);
    else router.history.replace(return_to ?? '/');
  };

  return (
    <CardPage logo={<Logo url={main_logo_url} name={instance_name} kind="main" />} title={t('title')} text={t('text')}>
      {secondFactor ? (
        <Alert color="blue" icon={<IconShieldLock aria-hidden />} role="status">
          {t('second_factor')}
        </Alert>
      ) : (
        <SignInForm onSignedIn={({ url }) => goOn(url)} onSecondFactor={() => setSecondFactor(true)} />
      )}
    </CardPage>
  );
}
