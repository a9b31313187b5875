import type { NetworkDevice } from '@gatewarden/contract/network-devices';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUpdateNetworkDevice } from '../network-devices.queries.ts';
import { networkOf } from '../network-of.ts';
import { AddressFields } from './address-fields.tsx';

interface Props {
  device: NetworkDevice;
  onClose: () => void;
}

const loadSchema = async () => (await import('./network-device.schema.ts')).EditNetworkDeviceForm;

/** Changes name, description and addresses; location and key cannot change. */
export function EditNetworkDeviceDialog({ device, onClose }: Props) {
  const { t } = useTranslation(['network-devices', 'common']);
  const update = useUpdateNetworkDevice(device.id);
  const form = useZodForm(loadSchema, {
    defaultValues: { name: device.name, description: device.description ?? '', addresses: device.assigned_ips },
  });
  return (
    <FormDialog onClose={onClose} title={t('edit.title', { device: device.name })}>
      <Form
        form={form}
        label={t('edit.title', { device: device.name })}
        onSubmit={({ name, description, addresses }) =>
          update.mutate(
            { name, description: description || null, assigned_ips: addresses },
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
        <AddressFields
          locationId={device.location.id}
          networks={device.split_ips.map(networkOf)}
          free={device.assigned_ips}
        />
        <FormActions submitLabel={t('common:form.save')} submitting={update.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
