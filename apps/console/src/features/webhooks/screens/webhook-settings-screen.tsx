import type { Webhook } from '@gatewarden/contract/webhooks';
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLeaveDeleted } from '../../../lib/use-leave-deleted.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SecretState } from '../components/secret-state.tsx';
import { useWebhookActions } from '../components/use-webhook-actions.tsx';
import { WebhookSettingsForm } from '../forms/webhook-settings-form.tsx';
import { useWebhook } from '../use-webhook.ts';

/** Receiver, events and signing secret of a webhook, and its deletion. */
export function WebhookSettingsScreen() {
  const webhook = useWebhook();
  return (
    webhook && (
      <Stack gap="xl">
        <WebhookSettingsForm key={webhook.id} webhook={webhook} />
        <SecretState webhook={webhook} />
        <DeletePanel webhook={webhook} />
      </Stack>
    )
  );
}

function DeletePanel({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { runAction, dialog } = useWebhookActions(useLeaveDeleted('/webhooks', String(webhook.id)));
  return (
    <Panel
      title={t('delete.panel')}
      text={t('delete.panel_text')}
      actions={
        <Button color="red" variant="light" onClick={() => runAction('delete', webhook)}>
          {t('delete.confirm')}
        </Button>
      }
    >
      {dialog}
    </Panel>
  );
}
