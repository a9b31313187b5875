import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast.tsx';
import { NewWebhookForm } from '../forms/new-webhook-form.tsx';
import { useAddWebhook } from '../webhooks.queries.ts';

/** Adds a webhook and opens its page, which shows the signing secret once. */
export function NewWebhookScreen() {
  const { t } = useTranslation('webhooks');
  const navigate = useNavigate();
  const add = useAddWebhook();
  return (
    <>
      <PageHeader title={t('add.action')} above={[{ label: t('title'), to: '/webhooks' }]} />
      <NewWebhookForm
        add={add}
        onAdded={({ id, name }) => {
          toast.success(t('add.done', { name }));
          void navigate({
            to: '/webhooks/$webhookId',
            params: { webhookId: String(id) },
            ignoreBlocker: true,
            replace: true,
          });
        }}
        onCancel={() => void navigate({ to: '/webhooks' })}
      />
    </>
  );
}
