import type { SupportOverview } from '@gatewarden/contract/support';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { SendMailForm } from '../../../ui/form/send-mail-form.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useSendSupportMail } from '../support.queries.ts';

const loadSchema = async () => (await import('../forms/send.schema.ts')).SendFields;

/** Mails the support data, if email is set up. */
export function SendSupportData({ overview }: { overview: SupportOverview }) {
  const { t } = useTranslation('support');
  const send = useSendSupportMail();
  return (
    <Panel title={t('mail.title')} text={t('mail.text')} variant="open">
      {overview.smtp_enabled ? (
        <SendMailForm
          schema={loadSchema}
          send={send}
          label={t('mail.title')}
          toLabel={t('mail.to')}
          submitLabel={t('mail.send')}
          sentText={(address) => t('mail.sent', { address })}
          defaultTo={overview.support_email ?? ''}
        />
      ) : (
        <Callout
          tone="info"
          action={
            <ButtonLink to="/settings/mail" variant="default">
              {t('mail.set_up')}
            </ButtonLink>
          }
        >
          {t('mail.not_set_up')}
        </Callout>
      )}
    </Panel>
  );
}
