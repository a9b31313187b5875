import type { Interaction } from '@gatewarden/contract/openid-interactions';
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ReauthenticationForm } from '../../mfa/index.ts';
import { continuationOf, useDecide } from './interaction.queries.ts';
import { InteractionPage } from './interaction-page.tsx';

interface Props {
  uid: string;
  interaction: Interaction;
}

/** The sign-in is too old for the application. */
export function ConfirmIdentityStep({ uid, interaction }: Props) {
  const { t } = useTranslation('openid-apps');
  return (
    <InteractionPage
      uid={uid}
      interaction={interaction}
      title={t('interaction.confirm_title')}
      text={t('interaction.confirm_text', { app: interaction.app.name })}
    >
      <ReauthenticationForm onVerified={() => window.location.assign(continuationOf(uid))} />
      <DeclineButton uid={uid} label={t('interaction.cancel')} />
    </InteractionPage>
  );
}

/** The application needs a second factor, which the user sets up in another tab. */
export function SecondFactorStep({ uid, interaction }: Props) {
  const { t } = useTranslation('openid-apps');
  return (
    <InteractionPage
      uid={uid}
      interaction={interaction}
      title={t('interaction.factor_title')}
      text={t('interaction.factor_text', { app: interaction.app.name })}
    >
      <Stack gap="sm">
        <Button component="a" href="/me/security" target="_blank" rel="noopener">
          {t('interaction.factor_action')}
        </Button>
        <Button variant="default" component="a" href={continuationOf(uid)}>
          {t('interaction.continue')}
        </Button>
        <DeclineButton uid={uid} label={t('interaction.cancel')} />
      </Stack>
    </InteractionPage>
  );
}

/** The user is in none of the groups of the application. */
export function NoAccessStep({ uid, interaction }: Props) {
  const { t } = useTranslation('openid-apps');
  const { name: app } = interaction.app;
  return (
    <InteractionPage
      uid={uid}
      interaction={interaction}
      title={t('interaction.denied_title', { app })}
      text={t('interaction.denied_text')}
    >
      <DeclineButton uid={uid} label={t('interaction.denied_back', { app })} variant="default" />
    </InteractionPage>
  );
}

interface DeclineProps {
  uid: string;
  label: string;
  /** Beside other buttons. */
  variant?: 'subtle' | 'default';
}

function DeclineButton({ uid, label, variant = 'subtle' }: DeclineProps) {
  const decide = useDecide(uid);
  return (
    <Button
      variant={variant}
      loading={decide.isPending || decide.isSuccess}
      onClick={() => decide.mutate(false, { onError: showFailure })}
    >
      {label}
    </Button>
  );
}
