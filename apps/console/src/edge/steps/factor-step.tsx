import { Button, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRecoveryCodes } from '../../features/mfa/index.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { type FactorMethod, type Session, useStartFactor } from '../edge.queries.ts';
import { FactorForm } from '../forms/factor-form.tsx';
import { useConfirmUnload } from '../use-confirm-unload.ts';

interface Props {
  session: Session;
  /** While the page shows recovery codes. */
  onCodes: () => void;
  onSaved: () => Promise<void>;
  /** Without a factor. */
  onNext: () => void;
}

/** An authenticator app or codes by email, then the recovery codes. */
export function FactorStep({ session, onCodes, onSaved, onNext }: Props) {
  const { t } = useTranslation('edge');
  const start = useStartFactor();
  const [chosen, setChosen] = useState<{ method: FactorMethod; secret: string | null }>();
  const [codes, setCodes] = useState<readonly string[]>();
  useConfirmUnload(codes !== undefined);
  const confirmed = (given: readonly string[]) => {
    if (given.length === 0) return void onSaved();
    setCodes(given);
    onCodes();
  };
  if (codes) {
    return (
      <NewRecoveryCodes codes={codes} done={t('factor.done')} continueLabel={t('next')} onDone={() => void onSaved()} />
    );
  }
  if (chosen) {
    return <FactorForm {...chosen} session={session} onConfirmed={confirmed} onBack={() => setChosen(undefined)} />;
  }
  const choose = (method: FactorMethod) =>
    start.mutate(method, { onSuccess: (secret) => setChosen({ method, secret }) });
  const isStarting = (method: FactorMethod) => start.isPending && start.variables === method;
  const { smtp_configured } = session.settings;
  const isRequired = session.needs_second_factor;
  return (
    <Stack gap="md">
      <Text>{t(isRequired ? 'factor.required' : 'factor.text')}</Text>
      <DialogActions failure={start.error}>
        {!isRequired && (
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
