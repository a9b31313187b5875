import { passwordRules } from '@gatewarden/contract/password.names';
import type { UserInfo } from '@gatewarden/contract/users';
import { Alert } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { suggestUsername } from '../../../lib/suggest-username.ts';
import { Form, FormRow } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { MultiSelectField } from '../../../ui/form/multi-select-field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { IssueTokenDialog } from '../../enrollment/index.ts';
import { useListensForClients } from '../../settings/index.ts';
import { groupChoicesQuery } from '../bulk-users.queries.ts';
import { useAddUser } from '../users.queries.ts';
import { rejectTakenNames, takenNamesOf } from './taken-names.ts';
import { NewUserFields } from './user-form.schema.ts';
import { toNewUser } from './user-form.ts';

const empty = { first_name: '', last_name: '', username: '', email: '', phone: '', password: '', groups: [] };

interface Props {
  /** Known users, whose names are taken. */
  known: readonly UserInfo[];
  onClose: () => void;
}

/** Adds a user, starts the enrollment if the user chooses the password, and opens their page to add devices. */
export function AddUserDialog({ known, onClose }: Props) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const add = useAddUser();
  const form = useNewUserForm(known);
  const [enrolling, setEnrolling] = useState<UserInfo>();
  const openPage = ({ username }: UserInfo) =>
    void navigate({ to: '/users/$username', params: { username }, replace: true });
  const submit = (fields: NewUserFields) =>
    add.mutate(toNewUser(fields), {
      onSuccess: (user) => {
        toast.success(t('add.done', { name: personName(user) }));
        if (fields.enrolls) setEnrolling(user);
        else openPage(user);
      },
      onError: (error) => showError(form, error),
    });
  if (enrolling) return <IssueTokenDialog kind="enrollment" person={enrolling} onClose={() => openPage(enrolling)} />;
  return (
    <FormDialog onClose={onClose} title={t('add.title')} fillsPhone>
      <Form form={form} onSubmit={submit}>
        <FormRow>
          <TextField name="first_name" label={t('field.first_name')} autoComplete="off" autoFocus />
          <TextField name="last_name" label={t('field.last_name')} autoComplete="off" optional />
        </FormRow>
        <TextField name="username" label={t('field.username')} autoComplete="off" verbatim />
        <TextField name="email" type="email" label={t('field.email')} autoComplete="off" verbatim />
        <NewUserGroups chosen={form.watch('groups')} />
        <TextField name="phone" type="tel" label={t('field.phone')} autoComplete="off" optional />
        <NewUserPassword />
        <FormActions submitLabel={t('add.action')} submitting={add.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}

/** Whether the user chooses the password, else an optional one. */
function NewUserPassword() {
  const { t } = useTranslation('users');
  const { control, resetField } = useFormContext<NewUserFields>();
  const enrolls = useWatch({ control, name: 'enrolls' });
  useEffect(() => {
    // what is hidden must not be invalid
    if (enrolls) resetField('password');
  }, [enrolls, resetField]);
  return (
    <>
      <SwitchField name="enrolls" label={t('add.enrolls')} {...(enrolls && { help: t('add.enrolls_help') })} />
      {!enrolls && (
        <PasswordField
          name="password"
          label={t('field.password')}
          help={t('add.password_help')}
          autoComplete="new-password"
          rules={passwordRules}
          optional
        />
      )}
    </>
  );
}

/** Groups of the new user, with a notice if one of them gives administrator rights. */
function NewUserGroups({ chosen }: { chosen: readonly string[] }) {
  const { t } = useTranslation('users');
  const groups = useQuery(groupChoicesQuery()).data ?? [];
  const givesRights = groups.some(({ name, isAdmin }) => isAdmin && chosen.includes(name));
  return (
    <>
      <MultiSelectField
        name="groups"
        label={t('field.groups')}
        help={t('add.groups_help')}
        options={groups.map(({ name }) => ({ value: name, label: name }))}
        optional
      />
      {givesRights && (
        <Alert color="amber" role="status" icon={<IconShieldCheck aria-hidden />}>
          {t('many.groups_admin', { count: 1 })}
        </Alert>
      )}
    </>
  );
}

/** Suggests a username from the names until the user types one. */
function useNewUserForm(known: readonly UserInfo[]) {
  const enrolls = useListensForClients();
  const taken = useMemo(() => takenNamesOf(known), [known]);
  const schema = useMemo(() => rejectTakenNames(NewUserFields, taken), [taken]);
  const form = useZodForm<NewUserFields, NewUserFields>(schema, { defaultValues: { ...empty, enrolls } });
  const { subscribe, setValue } = form;
  // A ref, because a refetch of the known users may come between the two names.
  const suggested = useRef('');
  useEffect(() => {
    return subscribe({
      name: ['first_name', 'last_name'],
      formState: { values: true },
      callback: ({ values }) => {
        if (values.username !== suggested.current) return;
        const name = suggestUsername({ first: values.first_name, last: values.last_name }, taken.usernames);
        suggested.current = name;
        if (name !== values.username) setValue('username', name, { shouldValidate: name !== '' });
      },
    });
  }, [subscribe, setValue, taken]);
  return form;
}
