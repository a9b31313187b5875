import type { Edge } from '@gatewarden/contract/edges';
import { CoreAddress } from '@gatewarden/contract/join-token';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { useAddEdge } from '../edges.queries.ts';

const EdgeFields = z.object({ address: CoreAddress });

interface Props {
  onClose: () => void;
  onAdded: (edge: Edge) => void;
}

/** Asks where core reaches the new edge. */
export function AddEdgeDialog({ onClose, onAdded }: Props) {
  const { t } = useTranslation('edges');
  const add = useAddEdge();
  const form = useZodForm(EdgeFields, { defaultValues: { address: '' } });
  return (
    <FormDialog onClose={onClose} title={t('new.title')}>
      <Form
        form={form}
        onSubmit={({ address }) =>
          add.mutate(address, {
            onSuccess: onAdded,
            onError: (error) => showError(form, error),
          })
        }
      >
        <TextField
          name="address"
          label={t('field.address')}
          help={t('field.address_help')}
          autoComplete="off"
          verbatim
          autoFocus
        />
        <FormActions submitLabel={t('add')} submitting={add.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
