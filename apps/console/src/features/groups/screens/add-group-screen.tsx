import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { usersQuery } from '../../users/index.ts';
import { GroupFields } from '../forms/group-fields.tsx';
import type { GroupFields as Fields } from '../forms/group-form.schema.ts';
import { newGroup } from '../forms/group-form.ts';
import { useAddGroup } from '../groups.queries.ts';

const loadSchema = async () => (await import('../forms/group-form.schema.ts')).GroupFields;

/** Adds a group with its first members, and opens its page. */
export function AddGroupScreen() {
  const { t } = useTranslation('groups');
  const users = useQuery(usersQuery());
  const navigate = useNavigate();
  const add = useAddGroup();
  const form = useZodForm<Fields, Fields>(loadSchema, { defaultValues: newGroup });
  const submit = (group: Fields) =>
    add.mutate(group, {
      onSuccess: ({ id, name }) => {
        toast.success(t('add.done', { group: name }));
        void navigate({
          to: '/groups/$groupId',
          params: { groupId: String(id) },
          ignoreBlocker: true,
          replace: true,
        });
      },
      onError: (error) => showError(form, error),
    });
  return (
    <>
      <PageHeader title={t('add.title')} state={t('add.state')} above={[{ label: t('list.title'), to: '/groups' }]} />
      {users.isPending ? (
        <FormSkeleton />
      ) : users.data === undefined ? (
        <ErrorState error={users.error} onRetry={() => void users.refetch()} retrying={users.isFetching} />
      ) : (
        <Form form={form} onSubmit={submit} label={t('add.title')}>
          <GroupFields users={users.data} isNew />
          <FormActions
            submitLabel={t('add.action')}
            submitting={add.isPending}
            onCancel={() => void navigate({ to: '/groups' })}
          />
          <LeaveGuard active={form.formState.isDirty && !add.isPending} />
        </Form>
      )}
    </>
  );
}
