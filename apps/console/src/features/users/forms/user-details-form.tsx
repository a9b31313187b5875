import type { ManagedField, UserInfo } from '@gatewarden/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form, FormRow } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSourceName } from '../../identity-sources/index.ts';
import { ManagedNote } from '../components/managed-note.tsx';
import { SignInChangeDialog } from '../components/sign-in-change-dialog.tsx';
import { usersQuery, useUpdateUser } from '../users.queries.ts';
import { rejectTakenNames, takenNamesOf } from './taken-names.ts';
import type { UserFields } from './user-form.schema.ts';
import { toChanges, toForm } from './user-form.ts';

const loadSchema = async () => (await import('./user-form.schema.ts')).UserFields;

interface Props {
  user: UserInfo;
  /** Runs after the changes are saved, with the new username. */
  onSaved?: (username: string) => void;
  /** For a dialog: with buttons to cancel and save. */
  onCancel?: () => void;
}

/** Details of a user that an administrator can edit. Changes of username or email need confirmation. */
export function UserDetailsForm({ user, onSaved, onCancel }: Props) {
  const { t } = useTranslation(['users', 'common']);
  const [unconfirmed, setUnconfirmed] = useState<UserFields>();
  const nameOf = useSourceName();
  const update = useUpdateUser();
  const queryClient = useQueryClient();
  /** Known from the first submission on. */
  const taken = useRef(takenNamesOf([]));
  const [schema] = useState(() => async () => rejectTakenNames(await loadSchema(), taken.current));
  const form = useZodForm<UserFields, UserFields>(schema, { values: toForm(user) });

  const save = (fields: UserFields) =>
    update.mutate(
      { username: user.username, changes: toChanges(fields, user) },
      {
        onSuccess: () => {
          form.reset(fields);
          setUnconfirmed(undefined);
          toast.success(t('details.saved'));
          onSaved?.(fields.username);
        },
        // the confirmation shows other failures
        onError: (error) => showError(form, error) && setUnconfirmed(undefined),
      },
    );
  const submit = async (fields: UserFields) => {
    if (fields.username === user.username && fields.email === user.email) return save(fields);
    // without the list the server checks alone, after the confirmation
    const users = await queryClient.fetchQuery(usersQuery()).catch(() => []);
    taken.current = takenNamesOf(users.filter(({ id }) => id !== user.id));
    if (await form.trigger(['username', 'email'], { shouldFocus: true })) setUnconfirmed(fields);
  };

  const reason = user.managed_by === null ? '' : t('managed.title', { system: nameOf(user.managed_by) });
  const managed = (field: ManagedField) => (user.managed_fields.includes(field) ? { managed: reason } : {});

  return (
    <>
      <ManagedNote managedBy={user.managed_by} />
      <Form form={form} onSubmit={submit} label={t('page.details')}>
        <FormRow>
          <TextField name="first_name" label={t('field.first_name')} autoComplete="off" {...managed('first_name')} />
          <TextField
            name="last_name"
            label={t('field.last_name')}
            autoComplete="off"
            optional
            {...managed('last_name')}
          />
        </FormRow>
        <TextField name="username" label={t('field.username')} autoComplete="off" verbatim {...managed('username')} />
        <TextField
          name="email"
          type="email"
          label={t('field.email')}
          autoComplete="off"
          verbatim
          {...managed('email')}
        />
        <TextField name="phone" type="tel" label={t('field.phone')} autoComplete="off" optional {...managed('phone')} />
        {onCancel ? (
          <FormActions submitLabel={t('common:form.save')} submitting={update.isPending} onCancel={onCancel} />
        ) : (
          <SaveBar saving={update.isPending} />
        )}
      </Form>
      {unconfirmed && (
        <SignInChangeDialog
          user={user}
          fields={unconfirmed}
          onClose={() => setUnconfirmed(undefined)}
          onConfirm={() => save(unconfirmed)}
          confirming={update.isPending}
        />
      )}
    </>
  );
}
