import { Button, Loader } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';
import { CardPage } from '../../../ui/card-page.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useEssentials } from '../../settings/index.ts';
import { type CallbackPurpose, errorCode, purposeOf } from '../callback-search.ts';
import { FinishConnect } from '../components/finish-connect.tsx';
import { FinishLink } from '../components/finish-link.tsx';
import { FinishSignIn } from '../components/finish-sign-in.tsx';

const route = getRouteApi('/auth/callback');

/** Where providers send the browser: finishes what it is for, or says why it failed. */
export function CallbackScreen() {
  const { t } = useTranslation('identity-providers');
  const { code, state, iss, error } = route.useSearch();
  const search = { code, state, iss, error };
  const purpose = purposeOf(search);
  if (code === undefined || state === undefined) {
    const refusal =
      error === 'access_denied' ? t('callback.denied') : t('callback.refused', { error: errorCode(search) ?? '–' });
    // without an error, no provider sent the browser: the page was opened alone
    return <CallbackPage purpose={purpose} failure={error === undefined ? t('callback.empty') : refusal} />;
  }
  const answer = { code, state, ...(iss !== undefined && { iss }) };
  const show = (failure: unknown) => (
    <CallbackPage purpose={purpose} {...(failure !== null && { failure: failureText(failure) })} />
  );
  const Finish = finishers[purpose];
  return <Finish answer={answer} show={show} />;
}

const finishers = { 'sign-in': FinishSignIn, link: FinishLink, connect: FinishConnect } as const;

const titles = {
  'sign-in': 'callback.failed',
  link: 'callback.not_linked',
  connect: 'callback.not_connected',
} as const;

/** Where to start again. */
const back = {
  'sign-in': { to: '/sign-in', label: 'callback.to_sign_in' },
  link: { to: '/me/security', label: 'callback.to_profile' },
  connect: { to: '/connect', label: 'callback.try_again' },
} as const;

interface PageProps {
  purpose: CallbackPurpose;
  /** Absent while it is in progress. */
  failure?: string;
}

function CallbackPage({ purpose, failure }: PageProps) {
  const { t } = useTranslation('identity-providers');
  const { instance_name, main_logo_url } = useEssentials();
  const title = t(failure === undefined ? 'callback.progress' : titles[purpose]);
  const { to, label } = back[purpose];
  return (
    <CardPage logo={<Logo url={main_logo_url} name={instance_name} kind="main" />} title={title}>
      {failure === undefined ? (
        <Loader size={20} />
      ) : (
        <>
          <Callout tone="danger">{failure}</Callout>
          <Button component={Link} to={to} replace fullWidth>
            {t(label)}
          </Button>
        </>
      )}
    </CardPage>
  );
}
