import type { Webhook } from '@gatewarden/contract/webhooks';
import { Button } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { useLeaveDeleted } from '../../../lib/use-leave-deleted.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NotFoundState } from '../../../ui/not-found-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PageTabs } from '../../../ui/page-tabs.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { DeliveryStateBadge, StoppedNote } from '../../delivery/index.ts';
import { NewSecretDialog } from '../components/new-secret-dialog.tsx';
import { useWebhookActions } from '../components/use-webhook-actions.tsx';
import { WebhookMenu } from '../components/webhook-menu.tsx';
import { useAddedWebhook } from '../use-added-webhook.ts';
import { webhookQuery } from '../webhooks.queries.ts';

const route = getRouteApi('/signed-in/admin/webhooks/$webhookId');
const pages = { overview: '', deliveries: '/deliveries', settings: '/settings' } as const;

/** Header and tabs of the pages of a webhook, and the signing secret of a new one. */
export function WebhookFrame() {
  const { webhookId } = route.useParams();
  const { added, clear } = useAddedWebhook(webhookId);
  return (
    <>
      <WebhookPages webhookId={webhookId} />
      {added && <NewSecretDialog {...added} onDone={clear} />}
    </>
  );
}

function WebhookPages({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const webhook = useQuery(webhookQuery(webhookId));
  if (webhook.isPending) return <ListSkeleton />;
  if (isApiError(webhook.error, 'webhook_not_found')) return <WebhookNotFound />;
  if (webhook.data === undefined) {
    return <ErrorState asPage error={webhook.error} title={t('page.failed')} onRetry={() => void webhook.refetch()} />;
  }
  return (
    <>
      <WebhookHeader webhook={webhook.data} />
      <StoppedNote destination={webhook.data} />
      <PageTabs
        label={webhook.data.description}
        tabs={(['overview', 'deliveries', 'settings'] as const).map((page) => ({
          label: t(`page.${page}`),
          to: `/webhooks/$webhookId${pages[page]}` as const,
          params: { webhookId },
        }))}
      />
      <Outlet />
    </>
  );
}

function WebhookHeader({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation(['webhooks', 'delivery']);
  const { runAction, dialog } = useWebhookActions(useLeaveDeleted('/webhooks', String(webhook.id)));
  const { description, url, enabled } = webhook;
  return (
    <>
      <PageHeader
        title={description}
        above={[{ label: t('title'), to: '/webhooks' }]}
        state={<DeliveryStateBadge destination={webhook} />}
        facts={[{ label: t('field.host'), value: new URL(url).host }]}
        actions={
          <>
            {!enabled && <Button onClick={() => runAction('enable', webhook)}>{t('delivery:action.enable')}</Button>}
            <WebhookMenu webhook={webhook} onAction={(action) => runAction(action, webhook)} variant="outlined" />
          </>
        }
      />
      {dialog}
    </>
  );
}

function WebhookNotFound() {
  const { t } = useTranslation('webhooks');
  return (
    <NotFoundState
      icon={<IconWebhook />}
      title={t('page.none_title')}
      text={t('page.none_text')}
      list={{ to: '/webhooks' }}
      listLabel={t('page.to_list')}
    />
  );
}
