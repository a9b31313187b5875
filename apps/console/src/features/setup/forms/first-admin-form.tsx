import { passwordRules } from '@gatewarden/contract/password.names';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { suggestUsername } from '../../../lib/suggest-username.ts';
import { Form, FormRow } from '../../../ui/form/form.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { useCompleteSetup } from '../setup.queries.ts';

interface Props {
  /** From the setup link. */
  token: string;
  onDone: () => void;
}

const loadFirstAdmin = async () => (await import('@gatewarden/contract/setup')).FirstAdmin;
const empty = { username: '', first_name: '', last_name: '', email: '', password: '' };

export function FirstAdminForm({ token, onDone }: Props) {
  const { t } = useTranslation('setup');
  const form = useFirstAdminForm();
  const setup = useCompleteSetup();
  return (
    <Form
      form={form}
      onSubmit={(admin) =>
        setup.mutate({ ...admin, token }, { onSuccess: onDone, onError: (error) => showError(form, error) })
      }
    >
      <FormRow>
        <TextField name="first_name" label={t('first_name')} autoComplete="given-name" autoFocus />
        <TextField name="last_name" label={t('last_name')} autoComplete="family-name" optional />
      </FormRow>
      <TextField name="email" type="email" label={t('email')} autoComplete="email" verbatim />
      <TextField name="username" label={t('username')} help={t('username_help')} autoComplete="username" verbatim />
      <PasswordField name="password" label={t('password')} autoComplete="new-password" rules={passwordRules} />
      <Button type="submit" loading={setup.isPending}>
        {t('submit')}
      </Button>
    </Form>
  );
}

/** Suggests a username from the names until the user types one. */
function useFirstAdminForm() {
  const form = useZodForm(loadFirstAdmin, { defaultValues: empty });
  const { subscribe, setValue } = form;
  const suggested = useRef('');
  useEffect(
    () =>
      subscribe({
        name: ['first_name', 'last_name'],
        formState: { values: true },
        callback: ({ values }) => {
          if (values.username !== suggested.current) return;
          suggested.current = suggestUsername({ first: values.first_name, last: values.last_name }, new Set());
          if (suggested.current !== values.username) {
            setValue('username', suggested.current, { shouldValidate: suggested.current !== '' });
          }
        },
      }),
    [subscribe, setValue],
  );
  return form;
}
