import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PickListField } from '../../../ui/form/pick-list-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { groupChoicesQuery, useAssignGroups } from '../bulk-users.queries.ts';
import type { BulkDialogProps } from './bulk-actions.ts';
import { showRefusal } from './show-refusal.ts';

/** Adds users to groups; they retain their other groups. */
export function AssignGroupsDialog(props: BulkDialogProps) {
  const { t } = useTranslation('users');
  return (
    <FormDialog onClose={props.onClose} title={t('many.groups_title', { count: props.users.length })}>
      <Body {...props} />
    </FormDialog>
  );
}

interface Choice {
  readonly name: string;
  readonly isAdmin: boolean;
  readonly members: number;
}

function Body(props: BulkDialogProps) {
  const { t } = useTranslation('users');
  const groups = useQuery(groupChoicesQuery());
  if (groups.isPending) return <ListSkeleton count={4} />;
  if (groups.isError) {
    return <ErrorState error={groups.error} title={t('many.groups_failed')} onRetry={() => void groups.refetch()} />;
  }
  return <AssignGroupsForm {...props} choices={groups.data} />;
}

const AssignGroupsFields = z.object({ groups: z.array(z.string()).min(1) });
type AssignGroupsFields = z.infer<typeof AssignGroupsFields>;

function AssignGroupsForm({ users, choices, onClose, onDone }: BulkDialogProps & { choices: readonly Choice[] }) {
  const { t, i18n } = useTranslation('users');
  const assign = useAssignGroups();
  const form = useZodForm<AssignGroupsFields, AssignGroupsFields>(AssignGroupsFields, {
    defaultValues: { groups: [] },
  });
  const chosen = new Set(form.watch('groups'));
  const givesRights = choices.some(({ name, isAdmin }) => isAdmin && chosen.has(name));
  const count = users.length;
  const submit = ({ groups }: AssignGroupsFields) =>
    assign.mutate(
      { groups, users: users.map(({ id }) => id) },
      {
        onSuccess: () => {
          const names = new Intl.ListFormat(i18n.language).format(groups);
          toast.success(t('many.groups_done', { count, groups: names }));
          onDone();
        },
        onError: (error) => showRefusal(error, users),
      },
    );
  return (
    <Form form={form} onSubmit={submit}>
      <PickListField
        name="groups"
        label={t('field.groups')}
        help={t('many.groups_help')}
        searchLabel={t('many.groups_search')}
        items={choices.map(({ name, isAdmin, members }) => ({
          value: name,
          label: name,
          detail: [...(isAdmin ? [t('administrator')] : []), t('list.count', { count: members })].join(' · '),
        }))}
      />
      {givesRights && (
        <Callout tone="warning" role="status">
          {t('many.groups_admin', { count })}
        </Callout>
      )}
      <FormActions submitLabel={t('many.groups')} submitting={assign.isPending} onCancel={onClose} />
    </Form>
  );
}
