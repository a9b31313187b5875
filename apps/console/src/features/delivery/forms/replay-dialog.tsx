import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { parseInputValue, toInputValue } from '../../../lib/local-time.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TimeField } from '../../../ui/form/time-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import type { Replay } from '../replay.ts';

const ReplayFields = z.object({
  from: z
    .string()
    .refine((value) => parseInputValue(value) !== undefined, { error: 'required', abort: true })
    .refine((value) => new Date(value) <= new Date(), { error: 'time_in_future' }),
});

const hourMilliseconds = 3_600_000;

interface Props {
  name: string;
  /** What the receiver does with repetitions. */
  text: string;
  replay: Replay;
  onClose: () => void;
}

/** Asks from when on entries are delivered, again or for the first time. */
export function ReplayDialog({ name, text, replay, onClose }: Props) {
  const { t } = useTranslation('delivery');
  const form = useZodForm(ReplayFields, {
    defaultValues: { from: toInputValue(new Date(Date.now() - hourMilliseconds).toISOString()) },
  });
  return (
    <FormDialog onClose={onClose} title={t('replay.title', { name })}>
      <Form
        form={form}
        onSubmit={({ from }) =>
          replay.mutate(parseInputValue(from) ?? '', {
            onSuccess: () => {
              toast.success(t('replay.done', { name }));
              onClose();
            },
            onError: (error) => showError(form, error),
          })
        }
      >
        <Text>{text}</Text>
        <TimeField name="from" label={t('replay.from')} />
        <FormActions submitLabel={t('replay.confirm')} submitting={replay.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
