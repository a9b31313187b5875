import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { Webhook } from '@gatewarden/contract/webhooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityTexts } from '../activity-log/index.ts';
import { triggerNames, triggerOf } from './triggers.ts';

export interface NamedEvent {
  readonly id: string;
  readonly name: string;
}

/** Names of events in both groups can be equal; the requests differ in their content. */
interface WebhookEvents {
  /** Sent with the data of the user. */
  readonly userEvents: readonly NamedEvent[];
  /** Sent with the entry of the activity log. */
  readonly logEvents: readonly NamedEvent[];
}

interface EventTexts {
  readonly eventsOf: (webhook: Webhook) => WebhookEvents;
  /** What causes requests to the webhook, with different names for both groups. */
  readonly triggersOf: (webhook: Webhook) => string[];
  /** What caused a request. */
  readonly eventOf: (event: string) => string;
}

/** Names of events and triggers. */
export function useEventTexts(): EventTexts {
  const { t } = useTranslation('webhooks');
  const texts = useActivityTexts();
  return useMemo(() => {
    const eventsOf = (webhook: Webhook): WebhookEvents => ({
      userEvents: triggerNames.filter((id) => webhook[id]).map((id) => ({ id, name: t(`trigger.${id}`) })),
      logEvents: webhook.events.map((id) => ({ id, name: texts.event(id as ActivityEvent) })),
    });
    return {
      eventsOf,
      triggersOf: (webhook) => {
        const { userEvents, logEvents } = eventsOf(webhook);
        const ofUser = userEvents.map(({ name: event }) => t('trigger_of_user', { event }));
        return [...ofUser, ...logEvents.map(({ name }) => name)];
      },
      eventOf: (event) => {
        if (event === 'test') return t('delivery.test');
        const trigger = triggerOf(event);
        return trigger ? t(`trigger.${trigger}`) : texts.event(event as ActivityEvent);
      },
    };
  }, [t, texts]);
}
