import { TypedProof } from '@gatewarden/contract/mfa';
import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { factorsOf, SecondStepForm, useMe } from '../../auth/index.ts';
import { useReauthenticateWithPassword } from '../mfa.queries.ts';

interface DialogProps {
  onVerified: () => void;
  onClose: () => void;
}

/** Reauthenticates with a second factor if the user has one or has no password, else with the password. */
export function ReauthenticationDialog({ onVerified, onClose }: DialogProps) {
  const { t } = useTranslation('auth');
  const me = useMe();
  return (
    <Modal opened onClose={onClose} title={t('proof.title')} closeOnClickOutside={false}>
      <Text mb="md">{t('proof.text')}</Text>
      {me.mfa_enabled || !me.has_password ? (
        <SecondStepForm factors={factorsOf(me)} submitLabel={t('proof.submit')} onVerified={onVerified} />
      ) : (
        <PasswordReauthentication onVerified={onVerified} onClose={onClose} />
      )}
    </Modal>
  );
}

function PasswordReauthentication({ onVerified, onClose }: DialogProps) {
  const { t } = useTranslation('auth');
  const prove = useReauthenticateWithPassword();
  const form = useZodForm(TypedProof, { defaultValues: { password: '' } });
  return (
    <Form
      form={form}
      onSubmit={(body) => prove.mutate(body, { onSuccess: onVerified, onError: (error) => showError(form, error) })}
    >
      <PasswordField name="password" label={t('password')} autoComplete="current-password" autoFocus />
      <FormActions submitLabel={t('proof.submit')} submitting={prove.isPending} onCancel={onClose} />
    </Form>
  );
}
