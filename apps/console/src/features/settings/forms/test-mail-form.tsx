import type { Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import { SendMailForm } from '../../../ui/form/send-mail-form.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { useSendTestMail } from '../settings.queries.ts';
import { canSendMails } from './mail.ts';

const loadSchema = async () => (await import('./mail.schema.ts')).TestMailFields;

interface Props {
  settings: Settings;
  send: ReturnType<typeof useSendTestMail>;
}

/** Sends a mail with the stored settings and shows the response of the mail server. */
export function TestMailForm({ settings, send }: Props) {
  const { t } = useTranslation('settings');
  const ready = canSendMails(settings);
  return (
    <Panel title={t('mail.test_title')} variant="open" text={t(ready ? 'mail.test_text' : 'mail.test_first')}>
      {ready && (
        <SendMailForm
          schema={loadSchema}
          send={send}
          label={t('mail.test_title')}
          toLabel={t('mail.test_to')}
          submitLabel={t('mail.test_send')}
          sentText={(address) => t('mail.test_sent', { address })}
        />
      )}
    </Panel>
  );
}
