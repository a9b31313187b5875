import type { NetworkDevice } from '@gatewarden/contract/network-devices';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUpdateNetworkDevice } from '../network-devices.queries.ts';
import { networkOf } from '../network-of.ts';
import { AddressFields } from './address-fields.tsx';
import type { FindAddressFault } from './network-device.schema.ts';
import { showDeviceError } from './show-device-error.ts';

interface Props {
  device: NetworkDevice;
  onClose: () => void;
}

const loadSchemas = () => import('./network-device.schema.ts');

/** Changes name, description and addresses; location and key cannot change. */
export function EditNetworkDeviceDialog({ device, onClose }: Props) {
  const { t } = useTranslation(['network-devices', 'common']);
  const update = useUpdateNetworkDevice(device.id);
  const findFault = useRef<FindAddressFault>(() => undefined);
  const loadSchema = async () =>
    (await loadSchemas()).editNetworkDeviceForm((address, index) => findFault.current(address, index));
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
              onError: (error) => showDeviceError(form, error),
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
          findFault={findFault}
        />
        <FormActions submitLabel={t('common:form.save')} submitting={update.isPending} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
