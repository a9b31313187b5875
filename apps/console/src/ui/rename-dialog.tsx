import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { showError } from '../lib/form-errors.ts';
import { Form } from './form/form.tsx';
import { FormActions } from './form/form-actions.tsx';
import { TextField } from './form/text-field.tsx';
import { useZodForm } from './form/use-zod-form.ts';
import { toast } from './toast.tsx';

interface Named {
  name: string;
}

interface Outcome {
  readonly onSuccess: () => void;
  readonly onError: (error: Error) => void;
}

interface Props {
  title: string;
  /** Label of the field. */
  label: string;
  /** Schema of the name. */
  schema: z.ZodType<Named, Named>;
  before: string;
  /** Text of the success toast. */
  saved: string;
  saving: boolean;
  onSave: (name: string, outcome: Outcome) => void;
  onClose: () => void;
}

/** Renames an object. */
export function RenameDialog({ title, label, schema, before, saved, saving, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const form = useZodForm<Named, Named>(schema, { defaultValues: { name: before } });
  const outcome: Outcome = {
    onSuccess: () => {
      toast.success(saved);
      onClose();
    },
    onError: (error) => showError(form, error),
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form form={form} onSubmit={({ name }) => onSave(name, outcome)}>
        <TextField name="name" label={label} autoComplete="off" autoFocus />
        <FormActions submitLabel={t('form.save')} submitting={saving} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
