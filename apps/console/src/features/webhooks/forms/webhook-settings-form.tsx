import type { Webhook } from '@gatewarden/contract/webhooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUpdateWebhook } from '../webhooks.queries.ts';
import { WebhookFields } from './webhook-fields.tsx';
import type { WebhookFields as Fields } from './webhook-form.schema.ts';
import { toForm } from './webhook-form.ts';

const loadSchema = async () => (await import('./webhook-form.schema.ts')).WebhookSettingsFields;

/** Receiver and events of a webhook. */
export function WebhookSettingsForm({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const update = useUpdateWebhook(webhook.id);
  const values = useMemo(() => toForm(webhook), [webhook]);
  const form = useZodForm<Fields, Fields>(loadSchema, { values });
  return (
    <Form
      form={form}
      label={t('page.settings')}
      onSubmit={(fields) =>
        update.mutate(fields, {
          onSuccess: () => {
            form.reset({ ...fields, token: '' });
            toast.success(t('page.saved'));
          },
          onError: (error) => showError(form, error),
        })
      }
    >
      <WebhookFields hasToken />
      <SaveBar saving={update.isPending} />
    </Form>
  );
}
