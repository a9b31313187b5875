import { GroupNames, type ListedUser } from '@gatewarden/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { MultiSelectField } from '../../../ui/form/multi-select-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { CellForm } from '../../../ui/list/cell-form.tsx';
import { groupChoicesQuery } from '../bulk-users.queries.ts';
import { useUpdateUser } from '../users.queries.ts';

const Fields = z.object({ groups: GroupNames });
type Fields = z.infer<typeof Fields>;

interface Props {
  user: ListedUser;
  onClose: () => void;
}

/** Groups of a user, edited in the list. */
export function EditGroups({ user, onClose }: Props) {
  const { t } = useTranslation('users');
  const update = useUpdateUser();
  const groups = useQuery(groupChoicesQuery());
  const form = useZodForm<Fields, Fields>(Fields, { defaultValues: { groups: [...user.groups] } });
  // until the groups are loaded, those of the user
  const names = groups.data?.map(({ name }) => name) ?? user.groups;
  const submit = (changes: Fields) =>
    update.mutate(
      { username: user.username, changes },
      { onSuccess: onClose, onError: (error) => showError(form, error) },
    );
  return (
    <CellForm label={t('inline.groups', { name: personName(user) })} onClose={onClose}>
      <Form form={form} onSubmit={submit}>
        <MultiSelectField
          name="groups"
          label={t('field.groups')}
          options={names.map((name) => ({ value: name, label: name }))}
        />
        <FormActions submitLabel={t('inline.save')} submitting={update.isPending} onCancel={onClose} />
      </Form>
    </CellForm>
  );
}
