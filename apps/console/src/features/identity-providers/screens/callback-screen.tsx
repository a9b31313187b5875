import { Button, Loader } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';
import { CardPage } from '../../../ui/card-page.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useEssentials } from '../../settings/index.ts';
import { errorCode, isLink } from '../callback-search.ts';
import { FinishLink } from '../components/finish-link.tsx';
import { FinishSignIn } from '../components/finish-sign-in.tsx';

const route = getRouteApi('/auth/callback');

/** Where providers send the browser: finishes the sign-in or the link, or says why it failed. */
export function CallbackScreen() {
  const { t } = useTranslation('identity-providers');
  const { code, state, iss, error } = route.useSearch();
  const search = { code, state, iss, error };
  if (code === undefined || state === undefined) {
    const refusal =
      error === 'access_denied' ? t('callback.denied') : t('callback.refused', { error: errorCode(search) ?? '–' });
    // without an error, no provider sent the browser: the page was opened alone
    return <CallbackPage isLink={isLink(search)} failure={error === undefined ? t('callback.empty') : refusal} />;
  }
  const answer = { code, state, ...(iss !== undefined && { iss }) };
  const show = (failure: unknown) => (
    <CallbackPage isLink={isLink(search)} {...(failure !== null && { failure: failureText(failure) })} />
  );
  return isLink(search) ? <FinishLink answer={answer} show={show} /> : <FinishSignIn answer={answer} show={show} />;
}

interface PageProps {
  isLink: boolean;
  /** Absent while it is in progress. */
  failure?: string;
}

function CallbackPage({ isLink: isForLink, failure }: PageProps) {
  const { t } = useTranslation('identity-providers');
  const { instance_name, main_logo_url } = useEssentials();
  const title =
    failure === undefined ? t('callback.progress') : t(isForLink ? 'callback.not_linked' : 'callback.failed');
  return (
    <CardPage logo={<Logo url={main_logo_url} name={instance_name} kind="main" />} title={title}>
      {failure === undefined ? (
        <Loader size={20} />
      ) : (
        <>
          <Callout tone="danger">{failure}</Callout>
          {isForLink ? (
            <Button component={Link} to="/me/security" replace fullWidth>
              {t('callback.to_profile')}
            </Button>
          ) : (
            <Button component={Link} to="/sign-in" replace fullWidth>
              {t('callback.to_sign_in')}
            </Button>
          )}
        </>
      )}
    </CardPage>
  );
}
