import { Button, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRecoveryCodes } from '../../features/mfa/index.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { type FactorMethod, type Session, useStartFactor } from '../edge.queries.ts';
import { FactorForm } from '../forms/factor-form.tsx';

interface Props {
  session: Session;
  onNext: () => void;
}

/** An authenticator app or codes by email, then the recovery codes. */
export function FactorStep({ session, onNext }: Props) {
  const { t } = useTranslation('edge');
  const queryClient = useQueryClient();
  const start = useStartFactor();
  const [chosen, setChosen] = useState<{ method: FactorMethod; secret: string | null }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = async () => {
    // the step is done only now: it would take the codes away
    await queryClient.invalidateQueries({ queryKey: ['session'] });
    onNext();
  };
  if (codes) {
    return (
      <NewRecoveryCodes codes={codes} done={t('factor.done')} continueLabel={t('next')} onDone={() => void finish()} />
    );
  }
  if (chosen) {
    return (
      <FactorForm
        {...chosen}
        session={session}
        onConfirmed={(given) => (given.length > 0 ? setCodes(given) : void finish())}
        onBack={() => setChosen(undefined)}
      />
    );
  }
  const choose = (method: FactorMethod) =>
    start.mutate(method, { onSuccess: (secret) => setChosen({ method, secret }) });
  const isStarting = (method: FactorMethod) => start.isPending && start.variables === method;
  const { smtp_configured, mfa_required } = session.settings;
  return (
    <Stack gap="md">
      <Text>{t(mfa_required ? 'factor.required' : 'factor.text')}</Text>
      <DialogActions failure={start.error}>
        {!mfa_required && (
          <Button variant="subtle" onClick={onNext} disabled={start.isPending}>
            {t('factor.skip')}
          </Button>
        )}
        {smtp_configured && (
          <Button
            variant="default"
            leftSection={<IconMail size="1rem" aria-hidden />}
            loading={isStarting('Email')}
            onClick={() => choose('Email')}
          >
            {t('factor.email')}
          </Button>
        )}
        <Button
          leftSection={<IconDeviceMobile size="1rem" aria-hidden />}
          loading={isStarting('Totp')}
          onClick={() => choose('Totp')}
        >
          {t('factor.app')}
        </Button>
      </DialogActions>
    </Stack>
  );
}
