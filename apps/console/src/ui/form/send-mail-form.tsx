import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { pickLanguage } from '../../i18n/language.ts';
import { isApiError } from '../../lib/api-error.ts';
import { failureText } from '../../lib/failure-text.ts';
import { mailFailureCause } from '../../lib/mail-failure.ts';
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
  sentText: (address: string) => string;
  defaultTo?: string;
}

/** Sends a mail to an address and shows whether the mail server accepted it, or why not. */
export function SendMailForm({ schema, send, label, toLabel, submitLabel, sentText, defaultTo = '' }: Props) {
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
    if (send.error) return [{ tone: 'warning', text: mailFailureText(send.error) } as const];
    if (send.isSuccess) return [{ tone: 'success', text: sentText(send.variables?.to ?? '') } as const];
    return [];
  }
}

/** As `failureText`, and for a mail that was not sent its cause and what to check, with the technical reason after it. */
function mailFailureText(error: Error): string {
  const reason = isApiError(error, 'mail_not_sent') ? error.details['reason'] : undefined;
  const cause = typeof reason === 'string' ? mailFailureCause(reason) : undefined;
  return cause ? i18next.t(`errors:mail_not_sent_${cause}`, { replace: { reason } }) : failureText(error);
}
