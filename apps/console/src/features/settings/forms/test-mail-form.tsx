import type { Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import { pickLanguage } from '../../../i18n/language.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useSendTestMail } from '../settings.queries.ts';
import type { TestMailFields as Fields } from './mail.schema.ts';
import { canSendMails } from './mail.ts';

const loadSchema = async () => (await import('./mail.schema.ts')).TestMailFields;

/** Sends a mail with the stored settings and shows the response of the mail server. */
export function TestMailForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const ready = canSendMails(settings);
  return (
    <Panel title={t('mail.test_title')} variant="open" text={t(ready ? 'mail.test_text' : 'mail.test_first')}>
      {ready && <SendForm />}
    </Panel>
  );
}

function SendForm() {
  const { t, i18n } = useTranslation('settings');
  const send = useSendTestMail();
  const form = useZodForm<Fields, Fields>(loadSchema, { defaultValues: { to: '' } });
  return (
    <Form
      form={form}
      label={t('mail.test_title')}
      onSubmit={({ to }) => send.mutate({ to, language: pickLanguage(i18n.language, []) })}
    >
      <TextField name="to" type="email" label={t('mail.test_to')} autoComplete="email" verbatim />
      <FormActions submitLabel={t('mail.test_send')} submitting={send.isPending} />
      <FieldNotes notes={noteOf()} />
    </Form>
  );

  function noteOf() {
    if (send.isError) return [{ tone: 'warning', text: failureText(send.error) } as const];
    if (send.isSuccess)
      return [{ tone: 'success', text: t('mail.test_sent', { address: send.variables.to }) } as const];
    return [];
  }
}
