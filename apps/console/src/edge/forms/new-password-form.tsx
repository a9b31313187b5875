import { passwordRules } from '@gatewarden/contract/password.names';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api-error.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Callout } from '../../ui/callout.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useResetPassword } from '../edge.queries.ts';

interface Props {
  /** Of the link. */
  token: string;
  onDone: () => void;
  /** Requests another link. */
  onRequest: () => void;
}

const loadSchema = async () => (await import('./edge.schema.ts')).PasswordFields;

export function NewPasswordForm({ token, onDone, onRequest }: Props) {
  const { t } = useTranslation('edge');
  const reset = useResetPassword();
  const form = useZodForm(loadSchema, { defaultValues: { password: '' } });
  return (
    <Form form={form} onSubmit={({ password }) => reset.mutate({ token, password }, { onSuccess: onDone })}>
      {reset.isError && <ResetFailure error={reset.error} onRequest={onRequest} />}
      <PasswordField
        name="password"
        label={t('new_password.label')}
        autoComplete="new-password"
        rules={passwordRules}
        autoFocus
      />
      <Button type="submit" loading={reset.isPending}>
        {t('new_password.submit')}
      </Button>
    </Form>
  );
}

const linkCodes = [
  'enrollment_token_invalid',
  'enrollment_token_expired',
  'enrollment_token_of_other_kind',
  'enrollment_session_ended',
] as const;

function ResetFailure({ error, onRequest }: { error: unknown; onRequest: () => void }) {
  const { t } = useTranslation('edge');
  if (!linkCodes.some((code) => isApiError(error, code))) return <Callout tone="danger">{failureText(error)}</Callout>;
  const request = (
    <Button variant="default" onClick={onRequest}>
      {t('new_password.request')}
    </Button>
  );
  return (
    <Callout tone="danger" action={request}>
      {t('new_password.used')}
    </Callout>
  );
}
