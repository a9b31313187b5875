import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { connectionsQuery } from '../connections.queries.ts';
import { devicesOfUserQuery } from '../devices.queries.ts';
import { DeviceDialogs, type OpenDialog } from './device-dialogs.tsx';
import { DeviceSummary } from './device-summary.tsx';
import { SwitchedOffNotice } from './switched-off-notice.tsx';

interface Props {
  /** Username. */
  owner: string;
  deviceId: number;
}

/** The summary of a device beside a list. */
export function PeekedDevice({ owner, deviceId }: Props) {
  const { t } = useTranslation('devices');
  const devices = useQuery(devicesOfUserQuery(owner));
  const all = useQuery(connectionsQuery(owner)).data;
  const [open, setOpen] = useState<OpenDialog>();
  const device = devices.data?.find(({ id }) => id === deviceId);
  if (devices.isError && !devices.data) {
    return (
      <ErrorState
        error={devices.error}
        title={t('list.failed')}
        onRetry={() => void devices.refetch()}
        retrying={devices.isFetching}
      />
    );
  }
  // one that was removed meanwhile disappears from the list, and its summary with it
  if (!device) return <CardsSkeleton count={2} />;
  return (
    <>
      {device.stopped_at !== null && <SwitchedOffNotice device={device} at={device.stopped_at} />}
      <DeviceSummary
        device={device}
        owner={owner}
        connections={all?.filter(({ device_id: id }) => id === deviceId) ?? []}
        onShowConfig={(network) => setOpen({ action: 'config', device: { ...device, networks: [network] } })}
      />
      <DeviceDialogs owner={owner} open={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
