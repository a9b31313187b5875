import { useTranslation } from 'react-i18next';
import { pickLanguage } from '../../../i18n/language.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { useSendSupportMail } from '../support.queries.ts';
import type { SendFields as Fields } from './send.schema.ts';

const loadSchema = async () => (await import('./send.schema.ts')).SendFields;

/** Mails the support data and shows the response of the mail server. `address` is the one of the configuration. */
export function SendForm({ address }: { address: string }) {
  const { t, i18n } = useTranslation('support');
  const send = useSendSupportMail();
  const form = useZodForm<Fields, Fields>(loadSchema, { defaultValues: { to: address } });
  return (
    <Form
      form={form}
      label={t('mail.title')}
      onSubmit={({ to }) => send.mutate({ to, language: pickLanguage(i18n.language, []) })}
    >
      <TextField name="to" type="email" label={t('mail.to')} autoComplete="email" verbatim />
      <FormActions submitLabel={t('mail.send')} submitting={send.isPending} />
      <FieldNotes notes={noteOf()} />
    </Form>
  );

  function noteOf() {
    if (send.isError) return [{ tone: 'warning', text: failureText(send.error) } as const];
    if (send.isSuccess)
      return [{ tone: 'success', text: t('mail.sent', { address: send.variables.to ?? '' }) } as const];
    return [];
  }
}
