import { FirstPassword } from '@gatewarden/contract/auth';
import { passwordRules } from '@gatewarden/contract/password.names';
import { NewPassword } from '@gatewarden/contract/primitives';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSetOwnPassword } from '../profile.queries.ts';

const Fields = FirstPassword.extend({ new_password: NewPassword });

/** Sets a password for users without one. */
export function SetOwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users');
  const set = useSetOwnPassword();
  const form = useZodForm(Fields, { defaultValues: { new_password: '' } });
  return (
    <FormDialog onClose={onClose} title={t('action.own_password')}>
      <Form
        form={form}
        onSubmit={(body) =>
          set.mutate(body, {
            onSuccess: () => {
              toast.success(t('password.own_done'));
              onClose();
            },
            onError: (error) => showError(form, error),
          })
        }
      >
        <PasswordField
          name="new_password"
          label={t('password.new')}
          autoComplete="new-password"
          rules={passwordRules}
          autoFocus
        />
        <FormActions submitLabel={t('password.submit')} submitting={set.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
