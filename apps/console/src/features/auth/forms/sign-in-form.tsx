import { signIn } from '@gatewarden/contract/auth';
import type { UserInfo } from '@gatewarden/contract/users';
import { Alert, Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { useSignIn } from '../auth.queries.ts';

interface Props {
  /** `url` is where an application waits for the person who signed in, else null. */
  onSignedIn: (answer: { user: UserInfo; url: string | null }) => void;
  /** The password was right and a second factor is needed. */
  onSecondFactor: () => void;
}

export function SignInForm({ onSignedIn, onSecondFactor }: Props) {
  const { t } = useTranslation('auth');
  const form = useZodForm(signIn.body, { defaultValues: { username: '', password: '' } });
  const attempt = useSignIn();
  const locked = isApiError(attempt.error, 'login_locked');

  const refuse = (error: unknown) => {
    if (isApiError(error, 'login_locked')) return;
    if (!isApiError(error, 'wrong_credentials')) return showError(form, error);
    form.setError('password', { type: 'server', message: failureText(error) }, { shouldFocus: true });
  };

  return (
    <Form
      form={form}
      onSubmit={(credentials) =>
        attempt.mutate(credentials, {
          onSuccess: (outcome) => (outcome.kind === 'usual' ? onSignedIn(outcome.body) : onSecondFactor()),
          onError: refuse,
        })
      }
    >
      {locked && (
        <Alert color="amber" icon={<IconLock aria-hidden />} role="alert">
          {failureText(attempt.error)}
        </Alert>
      )}
      <TextField name="username" label={t('username')} autoComplete="username" verbatim autoFocus />
      <PasswordField name="password" label={t('password')} autoComplete="current-password" />
      <Button type="submit" fullWidth loading={attempt.isPending}>
        {t('sign_in')}
      </Button>
    </Form>
  );
}
