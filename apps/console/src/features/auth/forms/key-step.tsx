import { Button, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { KeyFailure } from '../components/key-failure.tsx';
import { useVerifyWithKey } from '../verify-with-key.queries.ts';
import type { StepProps } from './code-step.tsx';
import styles from './sign-in-form.module.css';

/** Second factor by security key or passkey. */
export function KeyStep<Answer>({ verification, onVerified, onExpired }: Omit<StepProps<Answer>, 'submitLabel'>) {
  const { t } = useTranslation('auth');
  const attempt = useVerifyWithKey(verification);
  const button = useRef<HTMLButtonElement>(null);
  // a button that is loading is disabled and loses the focus
  useEffect(() => {
    if (attempt.isError) button.current?.focus();
  }, [attempt.isError]);
  const ask = () =>
    attempt.mutate(undefined, {
      onSuccess: onVerified,
      onError: (error) => {
        if (isApiError(error, 'unauthenticated')) onExpired?.();
      },
    });
  return (
    <div className={styles.form}>
      {attempt.isError && <KeyFailure error={attempt.error} />}
      <Text>{t('second_step.webauthn.help')}</Text>
      <Button
        ref={button}
        fullWidth
        leftSection={<IconKey size="1rem" aria-hidden />}
        loading={attempt.isPending}
        onClick={ask}
        autoFocus
        data-autofocus
      >
        {t('second_step.webauthn.label')}
      </Button>
    </div>
  );
}
