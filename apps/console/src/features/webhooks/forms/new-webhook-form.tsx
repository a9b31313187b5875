import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import type { useAddWebhook } from '../webhooks.queries.ts';
import { WebhookFields } from './webhook-fields.tsx';
import type { WebhookFields as Fields } from './webhook-form.schema.ts';
import { newWebhook } from './webhook-form.ts';

const loadSchema = async () => (await import('./webhook-form.schema.ts')).NewWebhookFields;

interface Props {
  add: ReturnType<typeof useAddWebhook>;
  onAdded: (added: { readonly id: number; readonly name: string }) => void;
  onCancel: () => void;
}

/** Receiver and events of a new webhook. */
export function NewWebhookForm({ add, onAdded, onCancel }: Props) {
  const { t } = useTranslation('webhooks');
  const form = useZodForm<Fields, Fields>(loadSchema, { defaultValues: newWebhook });
  return (
    <Form
      form={form}
      label={t('add.action')}
      onSubmit={(fields) =>
        add.mutate(fields, {
          onSuccess: ({ id }) => onAdded({ id, name: fields.description }),
          onError: (error) => showError(form, error),
        })
      }
    >
      <WebhookFields />
      <FormActions submitLabel={t('add.action')} submitting={add.isPending} onCancel={onCancel} />
      <LeaveGuard active={form.formState.isDirty && !add.isPending && !add.isSuccess} />
    </Form>
  );
}
