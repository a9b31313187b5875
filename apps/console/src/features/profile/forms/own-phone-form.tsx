import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSourceName } from '../../identity-sources/index.ts';
import { loadPhoneFields, ManagedNote, type PhoneFields, toForm, useUpdateUser } from '../../users/index.ts';

/** Phone number of the signed-in user. */
export function OwnPhoneForm({ user }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  const update = useUpdateUser();
  const form = useZodForm<PhoneFields, PhoneFields>(loadPhoneFields, { values: { phone: toForm(user).phone } });
  const save = (fields: PhoneFields) =>
    update.mutate(
      { username: user.username, changes: { phone: fields.phone || null } },
      {
        onSuccess: () => {
          form.reset(fields);
          toast.success(t('details.saved'));
        },
        onError: (error) => showError(form, error),
      },
    );
  const isManaged = user.managed_fields.includes('phone');
  const nameOf = useSourceName();
  const reason =
    isManaged && user.managed_by !== null ? t('managed.title', { system: nameOf(user.managed_by) }) : undefined;
  return (
    <Form form={form} onSubmit={save} label={t('field.phone')}>
      {isManaged && <ManagedNote managedBy={user.managed_by} />}
      <TextField name="phone" type="tel" label={t('field.phone')} autoComplete="tel" optional managed={reason} />
      <SaveBar saving={update.isPending} />
    </Form>
  );
}
