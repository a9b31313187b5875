import { useTranslation } from 'react-i18next';
import { pickLanguage } from '../../i18n/language.ts';
import { failureText } from '../../lib/failure-text.ts';
import { FieldNotes } from './field-notes.tsx';
import { Form } from './form.tsx';
import { FormActions } from './form-actions.tsx';
import { TextField } from './text-field.tsx';
import { type SchemaSource, useZodForm } from './use-zod-form.ts';

interface Fields {
  to: string;
}

interface Props {
  schema: SchemaSource<Fields, Fields>;
  send: {
    readonly mutate: (mail: { to: string; language: ReturnType<typeof pickLanguage> }) => void;
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly isSuccess: boolean;
    readonly variables: { readonly to?: string | undefined } | undefined;
  };
  label: string;
  toLabel: string;
  submitLabel: string;
  /** Text after sending to `address`. */
  sent: (address: string) => string;
  defaultTo?: string;
}

/** Sends a mail to an address and shows the response of the mail server. */
export function SendMailForm({ schema, send, label, toLabel, submitLabel, sent, defaultTo = '' }: Props) {
  const { i18n } = useTranslation();
  const form = useZodForm(schema, { defaultValues: { to: defaultTo } });
  return (
    <Form
      form={form}
      label={label}
      onSubmit={({ to }) => send.mutate({ to, language: pickLanguage(i18n.language, []) })}
    >
      <TextField name="to" type="email" label={toLabel} autoComplete="email" verbatim />
      <FormActions submitLabel={submitLabel} submitting={send.isPending} />
      <FieldNotes notes={noteOf()} />
    </Form>
  );

  function noteOf() {
    if (send.error) return [{ tone: 'warning', text: failureText(send.error) } as const];
    if (send.isSuccess) return [{ tone: 'success', text: sent(send.variables?.to ?? '') } as const];
    return [];
  }
}
