import type { GroupInfo } from '@gatewarden/contract/groups';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSourceName } from '../../identity-sources/index.ts';
import { ManagedNote } from '../../users/index.ts';
import { useUpdateGroup } from '../groups.queries.ts';
import { GroupFields } from './group-fields.tsx';
import type { GroupFields as Fields } from './group-form.schema.ts';
import { toChanges, toForm } from './group-form.ts';

const loadSchema = async () => (await import('./group-form.schema.ts')).GroupFields;

interface Props {
  group: GroupInfo;
  isLastAdminGroup: boolean;
}

/** Name and rights of a group; members have a page of their own. */
export function EditGroupForm({ group, isLastAdminGroup }: Props) {
  const { t } = useTranslation(['groups', 'users']);
  const update = useUpdateGroup();
  const nameOf = useSourceName();
  const values = useMemo(() => toForm(group), [group]);
  const form = useZodForm<Fields, Fields>(loadSchema, { values });
  const submit = (fields: Fields) =>
    update.mutate(
      { name: group.name, body: toChanges(fields, group) },
      {
        onSuccess: () => {
          form.reset(fields);
          toast.success(t('page.saved'));
        },
        onError: (error) => showError(form, error),
      },
    );
  return (
    <Form form={form} onSubmit={submit} label={group.name}>
      <ManagedNote managedBy={group.managed_by} />
      <GroupFields
        wasAdmin={group.is_admin}
        isLastAdminGroup={isLastAdminGroup}
        managed={group.managed_by === null ? undefined : t('users:managed.title', { system: nameOf(group.managed_by) })}
      />
      <SaveBar saving={update.isPending} />
    </Form>
  );
}
