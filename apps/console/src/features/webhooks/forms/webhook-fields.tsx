import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { triggerNames } from '../triggers.ts';
import { EventsField } from './events-field.tsx';
import { TokenField } from './token-field.tsx';

interface Props {
  /** Whether a token is stored, which an empty field keeps. */
  hasToken?: boolean;
}

/** Receiver and events of a webhook. */
export function WebhookFields({ hasToken = false }: Props) {
  const { t } = useTranslation('webhooks');
  return (
    <>
      <FormSection title={t('form.receiver')}>
        <TextField
          name="description"
          label={t('field.description')}
          help={t('field.description_help')}
          autoComplete="off"
        />
        <TextField
          name="url"
          type="url"
          label={t('field.url')}
          help={t('field.url_help')}
          placeholder="https://example.com/webhooks"
          autoComplete="off"
          verbatim
        />
        <TokenField
          name="token"
          label={t('field.token')}
          help={t(hasToken ? 'field.token_kept' : 'field.token_help')}
          optional={hasToken}
        />
      </FormSection>
      <FormSection title={t('field.user_events')} text={t('form.user_events_text')}>
        {triggerNames.map((name) => (
          <SwitchField key={name} name={name} label={t(`trigger.${name}`)} />
        ))}
      </FormSection>
      <FormSection title={t('field.log_events')} text={t('form.log_events_text')}>
        <EventsField />
      </FormSection>
    </>
  );
}
