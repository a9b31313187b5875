import type { GroupInfo } from '@gatewarden/contract/groups';
import type { UserInfo } from '@gatewarden/contract/users';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showError, showFailure } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { ManagedNote } from '../../users/index.ts';
import { useUpdateGroup } from '../groups.queries.ts';
import { GroupFields } from './group-fields.tsx';
import type { GroupFields as Fields } from './group-form.schema.ts';
import { toChanges, toForm } from './group-form.ts';

const loadSchema = async () => (await import('./group-form.schema.ts')).GroupFields;

interface Props {
  group: GroupInfo;
  users: readonly UserInfo[];
  isLastAdminGroup: boolean;
}

export function EditGroupForm({ group, users, isLastAdminGroup }: Props) {
  const { t } = useTranslation('groups');
  const update = useUpdateGroup();
  const values = useMemo(() => toForm(group), [group]);
  const form = useZodForm<Fields, Fields>(loadSchema, { values });
  const undo = (saved: Fields) =>
    void update
      .mutateAsync({ name: saved.name, body: toChanges(toForm(group), { ...group, ...saved }) })
      ?.then(() => toast.success(t('page.undone')), showFailure);
  const submit = (fields: Fields) =>
    update.mutate(
      { name: group.name, body: toChanges(fields, group) },
      {
        onSuccess: () => {
          form.reset(fields);
          if (values.members.every((member) => fields.members.includes(member))) toast.success(t('page.saved'));
          else showUndoable(t('page.saved'), () => undo(fields));
        },
        onError: (error) => showError(form, error),
      },
    );
  return (
    <Form form={form} onSubmit={submit} label={group.name}>
      <ManagedNote managedBy={group.managed_by} />
      <GroupFields
        users={users}
        wasAdmin={group.is_admin}
        isLastAdminGroup={isLastAdminGroup}
        isManaged={group.managed_by !== null}
      />
      <SaveBar saving={update.isPending} />
    </Form>
  );
}
