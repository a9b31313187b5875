import { TypedProof } from '@gatewarden/contract/mfa';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { factorsOf, SecondStepForm, useMe } from '../../auth/index.ts';
import { useReauthenticateWithPassword } from '../mfa.queries.ts';

interface Props {
  onVerified: () => void;
  /** Absent: no button to cancel. */
  onCancel?: () => void;
}

/** Reauthenticates with a second factor if the user has one or has no password, else with the password. */
export function ReauthenticationForm(props: Props) {
  const { t } = useTranslation('auth');
  const me = useMe();
  if (!me.mfa_enabled && me.has_password) return <PasswordReauthentication {...props} />;
  return <SecondStepForm factors={factorsOf(me)} submitLabel={t('proof.submit')} onVerified={props.onVerified} />;
}

function PasswordReauthentication({ onVerified, onCancel }: Props) {
  const { t } = useTranslation('auth');
  const prove = useReauthenticateWithPassword();
  const form = useZodForm(TypedProof, { defaultValues: { password: '' } });
  return (
    <Form
      form={form}
      onSubmit={(body) => prove.mutate(body, { onSuccess: onVerified, onError: (error) => showError(form, error) })}
    >
      <PasswordField name="password" label={t('password')} autoComplete="current-password" autoFocus />
      <FormActions submitLabel={t('proof.submit')} submitting={prove.isPending} {...(onCancel && { onCancel })} />
    </Form>
  );
}
