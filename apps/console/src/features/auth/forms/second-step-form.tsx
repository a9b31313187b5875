import type { AuthResponse } from '@gatewarden/contract/auth';
import { Alert, Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { failureText, faultText } from '../../../lib/failure-text.ts';
import { type SecondFactor, useProveSecondFactor } from '../auth.queries.ts';
import styles from './sign-in-form.module.css';

interface Props {
  onProved: (answer: AuthResponse) => void;
  /** The session in which it would be proved is gone. */
  onTooLate?: () => void;
  /** A verb: "Continue". */
  submitLabel: string;
}

/** The code of an authenticator app or, for whoever does not have it at hand, a recovery code. */
export function SecondStepForm({ onProved, onTooLate, submitLabel }: Props) {
  const { t } = useTranslation(['auth', 'errors']);
  const [method, setMethod] = useState<SecondFactor>('totp');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const attempt = useProveSecondFactor();
  const wrong = isApiError(attempt.error, 'code_wrong');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    setMissing(code === '');
    if (code === '') return field.current?.focus();
    attempt.mutate(
      { method, code },
      {
        onSuccess: onProved,
        onError: (error) => {
          if (onTooLate && isApiError(error, 'unauthenticated')) return onTooLate();
          field.current?.select();
        },
      },
    );
  };
  const change = () => {
    attempt.reset();
    setMissing(false);
    setMethod(method === 'totp' ? 'recovery' : 'totp');
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {attempt.isError && !wrong && (
        <Alert color="amber" icon={<IconLock aria-hidden />} role="alert">
          {failureText(attempt.error)}
        </Alert>
      )}
      <TextInput
        key={method}
        ref={field}
        name="code"
        label={t(`second_step.${method}.label`)}
        description={t(`second_step.${method}.help`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={missing ? faultText('required') : wrong ? failureText(attempt.error) : undefined}
        autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
        inputMode={method === 'totp' ? 'numeric' : 'text'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        data-autofocus
      />
      <Button type="submit" fullWidth loading={attempt.isPending}>
        {submitLabel}
      </Button>
      <Group justify="center">
        <Anchor component="button" type="button" onClick={change}>
          <Text component="span">{t(`second_step.${method}.other`)}</Text>
        </Anchor>
      </Group>
    </form>
  );
}
