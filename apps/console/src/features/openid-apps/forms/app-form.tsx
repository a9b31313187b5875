import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { type ReactNode, useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { type SchemaSource, useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { type AppChanges, useUpdateApp } from '../openid-apps.queries.ts';

interface Props<Fields extends FieldValues> {
  app: OpenidApp;
  schema: SchemaSource<Fields, Fields>;
  toForm: (app: OpenidApp) => Fields;
  toChanges: (fields: Fields) => AppChanges;
  /** Accessible name. */
  label: string;
  /** In the save bar. */
  consequences?: (fields: Fields) => ReactNode;
  /** Fields; they read the form from its context. */
  children: ReactNode;
}

/** Form for some of the fields of an application. */
export function AppForm<Fields extends FieldValues>(props: Props<Fields>) {
  const { app, schema, toForm, toChanges, label, consequences, children } = props;
  const { t } = useTranslation('openid-apps');
  const update = useUpdateApp();
  const values = useMemo(() => toForm(app), [app, toForm]);
  const form = useZodForm<Fields, Fields>(schema, { values });
  const submit = (fields: Fields) =>
    update.mutate(
      { app, changes: toChanges(fields) },
      {
        onSuccess: () => {
          form.reset(fields);
          toast.success(t('page.saved'));
        },
        onError: (error) => showError(form, error),
      },
    );
  return (
    <Form form={form} onSubmit={submit} label={label}>
      {children}
      <SaveBar saving={update.isPending} {...(consequences && { consequences: consequences(form.watch()) })} />
    </Form>
  );
}
