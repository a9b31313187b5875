import { PasswordChange } from '@gatewarden/contract/auth';
import { passwordRules } from '@gatewarden/contract/password.names';
import { NewPassword } from '@gatewarden/contract/primitives';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useChangeOwnPassword } from '../users.queries.ts';

const Passwords = PasswordChange.extend({ new_password: NewPassword });

/** Changes the password of the signed-in user, who has to enter the current one. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users');
  const change = useChangeOwnPassword();
  const form = useZodForm(Passwords, {
    defaultValues: { old_password: '', new_password: '', revoke_api_tokens: false },
  });
  return (
    <FormDialog onClose={onClose} title={t('password.own_title')}>
      <Form
        form={form}
        onSubmit={(passwords) =>
          change.mutate(passwords, {
            onSuccess: () => {
              toast.success(t('password.own_done'));
              onClose();
            },
            onError: (error) => showError(form, error),
          })
        }
      >
        <PasswordField name="old_password" autoFocus label={t('password.old')} autoComplete="current-password" />
        <PasswordField
          name="new_password"
          label={t('password.new')}
          autoComplete="new-password"
          rules={passwordRules}
        />
        <Text c="dimmed">{t('password.own_sessions')}</Text>
        <SwitchField name="revoke_api_tokens" label={t('password.own_revoke_tokens')} />
        <FormActions submitLabel={t('password.own_submit')} submitting={change.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
