import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast.tsx';
import { NewSecretDialog } from '../components/new-secret-dialog.tsx';
import { NewWebhookForm } from '../forms/new-webhook-form.tsx';
import { useAddWebhook } from '../webhooks.queries.ts';

/** Adds a webhook, shows its signing secret once, and opens its page. */
export function NewWebhookScreen() {
  const { t } = useTranslation('webhooks');
  const navigate = useNavigate();
  const add = useAddWebhook();
  const [name, setName] = useState('');
  const open = (id: number) =>
    void navigate({
      to: '/webhooks/$webhookId',
      params: { webhookId: String(id) },
      ignoreBlocker: true,
      replace: true,
    });
  return (
    <>
      <PageHeader title={t('add.action')} above={[{ label: t('title'), to: '/webhooks' }]} />
      <NewWebhookForm
        add={add}
        onAdded={(added) => {
          setName(added);
          toast.success(t('add.done', { name: added }));
        }}
        onCancel={() => void navigate({ to: '/webhooks' })}
      />
      {add.data && <NewSecretDialog name={name} secret={add.data.signing_secret} onDone={() => open(add.data.id)} />}
    </>
  );
}
