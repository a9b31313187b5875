import { passwordRules } from '@gatewarden/contract/password.names';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure-text.ts';
import { Callout } from '../../ui/callout.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useResetPassword } from '../edge.queries.ts';
import { isUnusable } from '../start-failure.tsx';

interface Props {
  /** Of the link. */
  token: string;
  onDone: () => void;
  /** The link cannot be used any longer. */
  onUsed: () => void;
}

const loadSchema = async () => (await import('./edge.schema.ts')).PasswordFields;

export function NewPasswordForm({ token, onDone, onUsed }: Props) {
  const { t } = useTranslation('edge');
  const reset = useResetPassword();
  const form = useZodForm(loadSchema, { defaultValues: { password: '' } });
  const submit = ({ password }: { password: string }) =>
    reset.mutate({ token, password }, { onSuccess: onDone, onError: (error) => isUnusable(error) && onUsed() });
  return (
    <Form form={form} onSubmit={submit}>
      {reset.isError && <Callout tone="danger">{failureText(reset.error)}</Callout>}
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
