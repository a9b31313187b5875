import { passwordRules } from '@gatewarden/contract/password.names';
import { NewPassword } from '@gatewarden/contract/primitives';
import { PasswordOfUser, type UserInfo } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSetPassword } from '../users.queries.ts';

const Password = PasswordOfUser.extend({ new_password: NewPassword });

interface Props {
  user: UserInfo;
  onClose: () => void;
}

/** Sets the password of another user. */
export function SetPasswordDialog({ user, onClose }: Props) {
  const { t } = useTranslation('users');
  const set = useSetPassword(user.username);
  const form = useZodForm(Password, { defaultValues: { new_password: '', revoke_api_tokens: true } });
  const name = personName(user);
  return (
    <FormDialog onClose={onClose} title={t('password.title', { name })}>
      <Form
        form={form}
        onSubmit={(body) =>
          set.mutate(body, {
            onSuccess: () => {
              toast.success(t('password.done', { name }));
              onClose();
            },
            onError: (error) => showError(form, error),
          })
        }
      >
        <PasswordField
          name="new_password"
          autoFocus
          label={t('password.new')}
          help={t('password.help')}
          autoComplete="new-password"
          rules={passwordRules}
        />
        <Text c="dimmed">{t('password.sessions')}</Text>
        <SwitchField name="revoke_api_tokens" label={t('password.revoke_tokens')} />
        <FormActions submitLabel={t('password.submit')} submitting={set.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
