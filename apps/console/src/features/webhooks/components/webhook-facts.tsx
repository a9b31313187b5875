import type { Webhook } from '@gatewarden/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../../ui/code-text.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useEventTexts } from '../use-event-texts.ts';
import { EventList } from './event-list.tsx';

/** Where requests go, and what causes them. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { userEvents, logEvents } = useEventTexts().eventsOf(webhook);
  return (
    <Panel title={t('overview.requests')}>
      <FactList facts={[{ label: t('field.url'), value: <CodeText value={webhook.url} />, copy: webhook.url }]} />
      <EventList title={t('field.user_events')} events={userEvents} />
      <EventList title={t('field.log_events')} events={logEvents} />
    </Panel>
  );
}
