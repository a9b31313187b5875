import type { SupportOverview } from '@gatewarden/contract/support';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SendForm } from '../forms/send-form.tsx';

/** Sends the support data, if email is set up. */
export function SendSupportData({ overview }: { overview: SupportOverview }) {
  const { t } = useTranslation('support');
  return (
    <Panel title={t('mail.title')} text={t('mail.text')} variant="open">
      {overview.smtp_enabled ? (
        <SendForm address={overview.support_email ?? ''} />
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
