import type { GroupInfo } from '@gatewarden/contract/groups';
import type { UserInfo } from '@gatewarden/contract/users';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showError, showFailure } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { PickListField } from '../../../ui/form/pick-list-field.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { ManagedNote, useUpdateUser } from '../../users/index.ts';
import type { UserGroupsFields as Fields } from './group-form.schema.ts';

const loadSchema = async () => (await import('./group-form.schema.ts')).UserGroupsFields;

interface Props {
  user: UserInfo;
  groups: readonly GroupInfo[];
}

/** Groups of a user. */
export function UserGroupsForm({ user, groups }: Props) {
  const { t } = useTranslation('groups');
  const update = useUpdateUser();
  const values = useMemo(() => ({ groups: user.groups.toSorted() }), [user.groups]);
  const form = useZodForm<Fields, Fields>(loadSchema, { values });
  const items = useMemo(
    () =>
      groups.map(({ name, is_admin, vpn_locations }) => ({
        value: name,
        label: name,
        detail: [...(is_admin ? [t('list.admin')] : []), ...vpn_locations].join(' · '),
      })),
    [groups, t],
  );
  const undo = () =>
    void update
      .mutateAsync({ username: user.username, changes: values })
      ?.then(() => toast.success(t('of_user.undone')), showFailure);
  const submit = (changes: Fields) =>
    update.mutate(
      { username: user.username, changes },
      {
        onSuccess: () => {
          form.reset(changes);
          if (values.groups.every((group) => changes.groups.includes(group))) toast.success(t('of_user.saved'));
          else showUndoable(t('of_user.saved'), undo);
        },
        onError: (error) => showError(form, error),
      },
    );
  const isManaged = user.managed_fields.includes('groups');
  return (
    <Form form={form} onSubmit={submit} label={t('list.title')}>
      {isManaged && <ManagedNote managedBy={user.managed_by} />}
      <PickListField
        name="groups"
        label={t('of_user.label')}
        help={t('of_user.help')}
        items={items}
        searchLabel={t('list.search')}
        disabled={isManaged}
      />
      <SaveBar saving={update.isPending} />
    </Form>
  );
}
