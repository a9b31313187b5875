import { updateDevice } from '@gatewarden/contract/devices';
import type { UserDevice } from '@gatewarden/contract/users';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUpdateDevice } from '../devices.queries.ts';

interface Props {
  device: UserDevice;
  onClose: () => void;
}

export function EditDeviceDialog({ device, onClose }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const update = useUpdateDevice(device.id);
  const form = useZodForm(updateDevice.body, {
    defaultValues: {
      name: device.name,
      wireguard_pubkey: device.wireguard_pubkey,
      description: device.description ?? '',
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('edit.title', { device: device.name })}>
      <Form
        form={form}
        onSubmit={(changes) =>
          update.mutate(changes, {
            onSuccess: () => {
              toast.success(t('edit.saved'));
              onClose();
            },
            onError: (error) => showError(form, error),
          })
        }
      >
        <TextField name="name" label={t('field.name')} />
        <TextField name="description" label={t('field.description')} />
        <TextField name="wireguard_pubkey" label={t('field.public_key')} help={t('edit.key_help')} verbatim />
        <FormActions submitLabel={t('common:form.save')} submitting={update.isPending} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
