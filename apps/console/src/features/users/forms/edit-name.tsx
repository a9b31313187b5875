import type { ListedUser } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { CellForm } from '../../../ui/list/cell-form.tsx';
import { useUpdateUser } from '../users.queries.ts';
import { NameFields } from './user-form.schema.ts';

interface Props {
  user: ListedUser;
  onClose: () => void;
}

/** First and last name, edited in the list. */
export function EditName({ user, onClose }: Props) {
  const { t } = useTranslation('users');
  const update = useUpdateUser();
  const { first_name, last_name } = user;
  const form = useZodForm<NameFields, NameFields>(NameFields, { defaultValues: { first_name, last_name } });
  const submit = (changes: NameFields) =>
    update.mutate(
      { username: user.username, changes },
      { onSuccess: onClose, onError: (error) => showError(form, error) },
    );
  return (
    <CellForm label={t('inline.name', { name: personName(user) })} onClose={onClose}>
      <Form form={form} onSubmit={submit}>
        <TextField name="first_name" label={t('field.first_name')} autoFocus />
        <TextField name="last_name" label={t('field.last_name')} />
        <FormActions submitLabel={t('inline.save')} submitting={update.isPending} onCancel={onClose} />
      </Form>
    </CellForm>
  );
}
