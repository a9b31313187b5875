import type { MfaInfo } from '@gatewarden/contract/auth';
import type { UserInfo } from '@gatewarden/contract/users';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { failureText, faultText, sentence } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';
import { useSignIn } from '../auth.queries.ts';
import { useSecondsUntil } from '../use-seconds-until.ts';
import styles from './sign-in-form.module.css';

interface Props {
  /** `url` is the address of the application that requested the sign-in, else null. */
  onSignedIn: (answer: { user: UserInfo; url: string | null }) => void;
  /** The password is correct and a second factor is required. */
  onSecondFactor: (factors: MfaInfo) => void;
}

/**
 * Username or email, and password. The only form without the form library: every user waits for it to load, and two
 * fields that must not be empty do not need it.
 */
export function SignInForm({ onSignedIn, onSecondFactor }: Props) {
  const { t } = useTranslation(['auth', 'common']);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState<'username' | 'password'>();
  const attempt = useSignIn();
  const [lockedUntil, setLockedUntil] = useState<number>();
  const lockedSeconds = useSecondsUntil(lockedUntil);
  const wrong = isApiError(attempt.error, 'wrong_credentials');
  const locked = isApiError(attempt.error, 'login_locked');
  const lockIsOver = lockedUntil !== undefined && lockedSeconds === 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const credentials = { username: username.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    const empty = (['username', 'password'] as const).find((field) => credentials[field] === '');
    setMissing(empty);
    if (empty) return (empty === 'username' ? username : password).current?.focus();
    attempt.mutate(credentials, {
      onSuccess: (outcome) => (outcome.kind === 'usual' ? onSignedIn(outcome.body) : onSecondFactor(outcome.body)),
      onError: (error) => {
        setLockedUntil(isApiError(error, 'login_locked') ? lockEnd(error.details['retry_after_seconds']) : undefined);
        password.current?.select();
      },
    });
  };
  const fault = (field: typeof missing) => (missing === field ? faultText('required') : undefined);
  const passwordFault = fault('password') ?? (wrong && !missing ? failureText(attempt.error) : undefined);

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {attempt.isError && !wrong && !lockIsOver && (
        <Callout tone="danger">
          {lockedSeconds > 0
            ? sentence('login_locked', { retry_after_seconds: lockedSeconds })
            : failureText(attempt.error)}
        </Callout>
      )}
      <TextInput
        ref={username}
        name="username"
        label={t('username')}
        error={fault('username')}
        onChange={() => {
          // the lock applies to the previous name
          if (!locked) return;
          attempt.reset();
          setLockedUntil(undefined);
        }}
        // "webauthn" lets browsers suggest passkeys
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
      />
      <PasswordInput
        ref={password}
        name="password"
        label={t('password')}
        error={passwordFault}
        aria-invalid={passwordFault !== undefined}
        autoComplete="current-password"
      />
      {/* each attempt would restart the lock */}
      <Button type="submit" fullWidth loading={attempt.isPending} disabled={lockedSeconds > 0}>
        {t('sign_in')}
      </Button>
    </form>
  );
}

/** End of the lock in epoch milliseconds; undefined for a response without a time, which does not lock the form. */
function lockEnd(seconds: unknown): number | undefined {
  return Number(seconds) > 0 ? Date.now() + Number(seconds) * 1000 : undefined;
}
