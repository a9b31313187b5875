import type { Webhook } from '@gatewarden/contract/webhooks';
import { Button, Group } from '@mantine/core';
import { IconHistory, IconPlayerSkipForward, IconPower, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { Panel } from '../../../ui/panel.tsx';
import { DeliveryFacts } from '../../delivery/index.ts';
import { useTestWebhook } from '../webhooks.queries.ts';
import { RequestResult } from './request-result.tsx';
import { useWebhookActions } from './use-webhook-actions.tsx';

/** State of the delivery, with its actions. */
export function DeliveryPanel({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation(['webhooks', 'delivery']);
  const test = useTestWebhook(webhook.id);
  const { runAction, dialog } = useWebhookActions();
  const { enabled, state } = webhook;
  return (
    <Panel title={t('overview.delivery')}>
      <DeliveryFacts state={state} />
      <Group gap="sm" mt="md">
        <Button
          variant="default"
          leftSection={<IconSend size="1rem" aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate(undefined, { onError: showFailure })}
        >
          {t('overview.test')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPower size="1rem" aria-hidden />}
          onClick={() => runAction(enabled ? 'disable' : 'enable', webhook)}
        >
          {t(enabled ? 'delivery:action.disable' : 'delivery:action.enable')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconHistory size="1rem" aria-hidden />}
          onClick={() => runAction('replay', webhook)}
        >
          {t('delivery:action.replay')}
        </Button>
        {state.waiting > 0 && (
          <Button
            variant="default"
            leftSection={<IconPlayerSkipForward size="1rem" aria-hidden />}
            onClick={() => runAction('skip', webhook)}
          >
            {t('delivery:action.skip')}
          </Button>
        )}
      </Group>
      {test.data && <RequestResult webhookId={webhook.id} delivery={test.data} />}
      {dialog}
    </Panel>
  );
}
