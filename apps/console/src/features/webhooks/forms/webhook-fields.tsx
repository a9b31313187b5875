import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form.tsx';
import { PickListField } from '../../../ui/form/pick-list-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useEventGroups } from '../../activity-log/index.ts';
import { triggerNames } from '../triggers.ts';
import { TokenField } from './token-field.tsx';

interface Props {
  /** Whether a token is stored, which an empty field keeps. */
  hasToken?: boolean;
}

/** Receiver and events of a webhook. */
export function WebhookFields({ hasToken = false }: Props) {
  const { t } = useTranslation('webhooks');
  const items = useEventGroups().flatMap(({ group, items: events }) =>
    events.map((event) => ({ ...event, detail: group })),
  );
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
      <FormSection title={t('form.triggers')} text={t('form.triggers_text')}>
        {triggerNames.map((name) => (
          <SwitchField key={name} name={name} label={t(`trigger.${name}`)} />
        ))}
        <PickListField
          name="events"
          label={t('field.events')}
          help={t('field.events_help')}
          items={items}
          searchLabel={t('form.search_events')}
        />
      </FormSection>
    </>
  );
}
