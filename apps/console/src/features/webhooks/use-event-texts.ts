import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { Webhook } from '@gatewarden/contract/webhooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityTexts } from '../activity-log/index.ts';
import { triggerNames, triggerOf } from './triggers.ts';

interface EventTexts {
  /** What causes requests to the webhook. */
  readonly triggersOf: (webhook: Webhook) => string[];
  /** What caused a request. */
  readonly eventOf: (event: string) => string;
}

/** Names of events and triggers. */
export function useEventTexts(): EventTexts {
  const { t } = useTranslation('webhooks');
  const texts = useActivityTexts();
  return useMemo(
    () => ({
      triggersOf: (webhook) => [
        ...triggerNames.filter((name) => webhook[name]).map((name) => t(`trigger.${name}`)),
        ...webhook.events.map((event) => texts.event(event as ActivityEvent)),
      ],
      eventOf: (event) => {
        if (event === 'test') return t('delivery.test');
        const trigger = triggerOf(event);
        return trigger ? t(`trigger.${trigger}`) : texts.event(event as ActivityEvent);
      },
    }),
    [t, texts],
  );
}
