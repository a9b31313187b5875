import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CardPage } from '../../../ui/card-page.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { StateBlock } from '../../../ui/state-block.tsx';
import { useEssentials } from '../../settings/index.ts';
import { FirstAdminForm } from '../forms/first-admin-form.tsx';
import { setupQuery } from '../setup.queries.ts';

const route = getRouteApi('/setup');

/** Setup of a new instance: the setup link creates the first administrator. */
export function SetupScreen() {
  const { t } = useTranslation('setup');
  const { instance_name, main_logo_url } = useEssentials();
  return (
    <CardPage logo={<Logo url={main_logo_url} name={instance_name} kind="main" />} title={t('title')} text={t('text')}>
      <SetupStep />
    </CardPage>
  );
}

function SetupStep() {
  const { t } = useTranslation('setup');
  const { token } = route.useSearch();
  const router = useRouter();
  const setup = useQuery(setupQuery(token));

  if (setup.isPending) return <FormSkeleton count={5} />;
  if (setup.isError) {
    return <ErrorState error={setup.error} onRetry={() => void setup.refetch()} retrying={setup.isFetching} />;
  }
  if (!setup.data.required) return <SetupCompleted />;
  if (token === undefined) return <StateBlock icon={<IconTerminal2 />} title={t('link_title')} text={t('link_text')} />;
  if (!setup.data.token_valid) {
    return <StateBlock role="alert" icon={<IconLinkOff />} title={t('invalid_title')} text={t('invalid_text')} />;
  }
  return <FirstAdminForm token={token} onDone={() => router.history.replace('/locations/new')} />;
}

function SetupCompleted() {
  const { t } = useTranslation('setup');
  return (
    <StateBlock
      icon={<IconCircleCheck />}
      title={t('done_title')}
      text={t('done_text')}
      action={
        <Button component={Link} to="/sign-in">
          {t('to_sign_in')}
        </Button>
      }
    />
  );
}
