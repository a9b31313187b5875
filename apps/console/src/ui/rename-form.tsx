import { useTranslation } from 'react-i18next';
import { showError } from '../lib/form-errors.ts';
import { Form } from './form/form.tsx';
import { FormActions } from './form/form-actions.tsx';
import { FormDialog } from './form/form-dialog.tsx';
import { TextField } from './form/text-field.tsx';
import { type SchemaSource, useZodForm } from './form/use-zod-form.ts';
import { toast } from './toast.tsx';

interface Named {
  name: string;
}

interface Outcome {
  readonly onSuccess: () => void;
  readonly onError: (error: Error) => void;
}

export interface RenameProps {
  item: { readonly id: number; readonly name: string };
  /** Mutation that renames the item. */
  rename: {
    readonly mutate: (change: { id: number; name: string }, outcome: Outcome) => void;
    readonly isPending: boolean;
  };
  title: string;
  /** Label of the field. */
  label: string;
  /** Schema of the name. */
  schema: SchemaSource<Named, Named>;
  /** Text of the success toast. */
  saved: string;
  onClose: () => void;
}

/** Dialog that renames an item of a list. */
export function RenameForm({ item, rename, title, label, schema, saved, onClose }: RenameProps) {
  const { t } = useTranslation();
  const form = useZodForm<Named, Named>(schema, { defaultValues: { name: item.name } });
  const outcome: Outcome = {
    onSuccess: () => {
      toast.success(saved);
      onClose();
    },
    onError: (error) => showError(form, error),
  };
  return (
    <FormDialog onClose={onClose} title={title}>
      <Form form={form} onSubmit={({ name }) => rename.mutate({ id: item.id, name }, outcome)}>
        <TextField name="name" label={label} autoComplete="off" autoFocus />
        <FormActions submitLabel={t('form.save')} submitting={rename.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
