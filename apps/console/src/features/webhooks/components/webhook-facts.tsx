import type { Webhook } from '@gatewarden/contract/webhooks';
import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../../ui/code-text.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useEventTexts } from '../use-event-texts.ts';

/** Where requests go, and what causes them. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const events = useEventTexts().triggersOf(webhook);
  return (
    <Panel title={t('overview.requests')}>
      <FactList
        facts={[
          { label: t('field.url'), value: <CodeText value={webhook.url} />, copy: webhook.url },
          {
            label: t('field.triggers'),
            value: events.length > 0 && (
              <List listStyleType="none">
                {events.map((event) => (
                  <List.Item key={event}>{event}</List.Item>
                ))}
              </List>
            ),
          },
        ]}
      />
    </Panel>
  );
}
