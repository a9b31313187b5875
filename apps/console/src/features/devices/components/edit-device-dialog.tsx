import { NewDevice } from '@gatewarden/contract/devices';
import { Note } from '@gatewarden/contract/primitives';
import type { UserDevice } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUpdateDevice } from '../devices.queries.ts';

const DeviceFields = NewDevice.extend({ description: Note });

interface Props {
  device: UserDevice;
  onClose: () => void;
}

export function EditDeviceDialog({ device, onClose }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const update = useUpdateDevice(device.id);
  const form = useZodForm(DeviceFields, {
    defaultValues: {
      name: device.name,
      wireguard_pubkey: device.wireguard_pubkey,
      description: device.description ?? '',
    },
  });
  return (
    <FormDialog onClose={onClose} title={t('edit.title', { device: device.name })}>
      <Form
        form={form}
        onSubmit={({ description, ...changes }) =>
          update.mutate(
            { ...changes, description: description || null },
            {
              onSuccess: () => {
                toast.success(t('edit.saved'));
                onClose();
              },
              onError: (error) => showError(form, error),
            },
          )
        }
      >
        <TextField name="name" label={t('field.name')} autoComplete="off" autoFocus />
        <TextField name="description" label={t('field.description')} autoComplete="off" optional />
        <TextField
          name="wireguard_pubkey"
          label={t('field.public_key')}
          help={t('edit.key_help')}
          autoComplete="off"
          verbatim
        />
        <FormActions submitLabel={t('common:form.save')} submitting={update.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
