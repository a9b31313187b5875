import type { GroupInfo } from '@gatewarden/contract/groups';
import type { UserInfo } from '@gatewarden/contract/users';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PickListField } from '../../../ui/form/pick-list-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useAddMembers } from '../groups.queries.ts';
import { NewMembersFields } from './group-form.schema.ts';

interface Props {
  group: GroupInfo;
  /** Users who are not members. */
  candidates: readonly UserInfo[];
  onClose: () => void;
}

/** Adds people to a group. */
export function AddMembersDialog({ group, candidates, onClose }: Props) {
  const { t, i18n } = useTranslation('groups');
  const add = useAddMembers();
  const form = useZodForm<NewMembersFields, NewMembersFields>(NewMembersFields, { defaultValues: { members: [] } });
  const count = form.watch('members').length;
  const people = useMemo(() => {
    const collator = new Intl.Collator(i18n.language);
    return candidates
      .map((user) => ({ value: user.username, label: personName(user), detail: user.username }))
      .toSorted((a, b) => collator.compare(a.label, b.label));
  }, [candidates, i18n.language]);
  const submit = ({ members }: NewMembersFields) => {
    const chosen = new Set(members);
    const users = candidates.filter(({ username }) => chosen.has(username)).map(({ id }) => id);
    add.mutate(
      { group: group.name, users },
      {
        onSuccess: () => {
          toast.success(t('members.added', { count: users.length, group: group.name }));
          onClose();
        },
        onError: (error) => showError(form, error),
      },
    );
  };
  return (
    <FormDialog onClose={onClose} title={t('members.add_title', { group: group.name })} fillsPhone>
      <Form form={form} onSubmit={submit}>
        <PickListField name="members" label={t('members.people')} items={people} searchLabel={t('form.search')} />
        {group.is_admin && count > 0 && <FieldNotes notes={[{ tone: 'warning', text: t('form.gain', { count }) }]} />}
        <FormActions submitLabel={t('members.add')} submitting={add.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
