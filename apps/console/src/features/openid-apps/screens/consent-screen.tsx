import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { useReloadOnReturn } from '../../../lib/use-reload-on-return.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { interactionQuery } from '../../auth/index.ts';
import { ConsentStep } from '../interaction/consent-step.tsx';
import { signInAddressOf } from '../interaction/interaction.queries.ts';
import { InteractionPage } from '../interaction/interaction-page.tsx';
import { ConfirmIdentityStep, NoAccessStep, SecondFactorStep } from '../interaction/other-steps.tsx';

const route = getRouteApi('/consent/$uid');
const steps = {
  consent: ConsentStep,
  confirm_identity: ConfirmIdentityStep,
  second_factor: SecondFactorStep,
  no_access: NoAccessStep,
} as const;

/** The step that is missing before the user is signed in to an application. */
export function ConsentScreen() {
  const { t } = useTranslation('openid-apps');
  const { uid } = route.useParams();
  const interaction = useQuery(interactionQuery(uid));
  useReloadOnReturn();
  // an address that was shortened leads to no sign-in either; also after a step was shown
  const { error } = interaction;
  if (isApiError(error, 'openid_interaction_expired') || isApiError(error, 'invalid_input'))
    return <EndedSignIn uid={uid} />;
  if (interaction.isPending) {
    return (
      <InteractionPage uid={uid} title={t('interaction.loading')}>
        <Loader />
      </InteractionPage>
    );
  }
  if (!interaction.data) {
    return (
      <InteractionPage uid={uid} title={t('interaction.loading')}>
        <ErrorState
          error={error}
          title={t('interaction.failed')}
          onRetry={() => void interaction.refetch()}
          retrying={interaction.isFetching}
        />
      </InteractionPage>
    );
  }
  const { step } = interaction.data;
  if (step === 'sign_in') return <Navigate to="/sign-in" search={{ r: signInAddressOf(uid) }} replace />;
  const Step = steps[step];
  return (
    <Suspense>
      <Step uid={uid} interaction={interaction.data} />
    </Suspense>
  );
}

function EndedSignIn({ uid }: { uid: string }) {
  const { t } = useTranslation('openid-apps');
  return (
    <InteractionPage uid={uid} title={t('interaction.ended_title')} text={t('interaction.ended_text')}>
      <ButtonLink to="/" variant="default">
        {t('interaction.home')}
      </ButtonLink>
    </InteractionPage>
  );
}
