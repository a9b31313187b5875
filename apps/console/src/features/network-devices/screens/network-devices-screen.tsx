import type { NetworkDevice } from '@gatewarden/contract/network-devices';
import { IconPlus, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSwitchOnDevice } from '../../devices/index.ts';
import { ClientTokenDialog } from '../components/client-token-dialog.tsx';
import { DeleteNetworkDeviceDialog } from '../components/delete-network-device-dialog.tsx';
import { NetworkDeviceConfigDialog } from '../components/network-device-config-dialog.tsx';
import { type NetworkDeviceAction, NetworkDeviceTable } from '../components/network-device-table.tsx';
import { EditNetworkDeviceDialog } from '../forms/edit-network-device-dialog.tsx';
import { networkDevicesQuery } from '../network-devices.queries.ts';

/** Servers, printers and other devices that belong to no user, with one location each. */
export function NetworkDevicesScreen() {
  const { t } = useTranslation('network-devices');
  const devices = useQuery(networkDevicesQuery());
  const [open, setOpen] = useState<{ action: Exclude<NetworkDeviceAction, 'switch_on'>; device: NetworkDevice }>();
  const close = () => setOpen(undefined);
  const switchOn = useSwitchOnDevice();
  const act = (action: NetworkDeviceAction, device: NetworkDevice) => {
    if (action !== 'switch_on') return setOpen({ action, device });
    switchOn.mutate(device.id, {
      onSuccess: () => toast.success(t('switched_on', { device: device.name })),
      onError: showFailure,
    });
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        state={devices.data && t('count', { count: devices.data.length })}
        actions={
          <ButtonLink to="/network-devices/new" leftSection={<IconPlus size="1rem" />}>
            {t('add')}
          </ButtonLink>
        }
      />
      {devices.isPending ? (
        <ListSkeleton />
      ) : devices.data === undefined ? (
        <ErrorState
          error={devices.error}
          title={t('failed')}
          onRetry={() => void devices.refetch()}
          retrying={devices.isFetching}
        />
      ) : (
        <NetworkDeviceTable
          devices={devices.data}
          onAction={act}
          empty={<EmptyState icon={<IconServer />} title={t('empty_title')} text={t('empty_text')} />}
        />
      )}
      {open?.action === 'edit' && <EditNetworkDeviceDialog device={open.device} onClose={close} />}
      {open?.action === 'config' && <NetworkDeviceConfigDialog device={open.device} onClose={close} />}
      {open?.action === 'token' && <ClientTokenDialog device={open.device} onClose={close} />}
      {open?.action === 'delete' && <DeleteNetworkDeviceDialog device={open.device} onClose={close} />}
    </>
  );
}
