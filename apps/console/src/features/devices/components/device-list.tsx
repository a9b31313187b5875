import type { UserDevice } from '@gatewarden/contract/users';
import { Button } from '@mantine/core';
import { IconDeviceLaptop, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import { devicesOfUserQuery } from '../devices.queries.ts';
import { DeviceCard } from './device-card.tsx';
import styles from './device-list.module.css';
import { EditDeviceDialog } from './edit-device-dialog.tsx';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';
import { ShowConfigDialog } from './show-config-dialog.tsx';

interface Props {
  username: string;
  /** Where a device is added. */
  addTo: string;
}

type Open = { readonly dialog: 'edit' | 'remove' | 'config'; readonly device: UserDevice };

/** Somebody's devices, each with its locations and what can be done with it. */
export function DeviceList({ username, addTo }: Props) {
  const { t } = useTranslation('devices');
  const devices = useQuery(devicesOfUserQuery(username));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = (
    <Button component={Link} to={addTo} leftSection={<IconPlus size="1rem" />}>
      {t('list.add')}
    </Button>
  );
  if (devices.isPending) return <CardsSkeleton />;
  if (devices.isError) return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />;
  if (devices.data.length === 0) {
    return (
      <EmptyState icon={<IconDeviceLaptop />} title={t('list.empty_title')} text={t('list.empty_text')} action={add} />
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {devices.data.map((device) => (
          <li key={device.id}>
            <DeviceCard device={device} onAction={(dialog) => setOpen({ dialog, device })} />
          </li>
        ))}
      </ul>
      {add}
      {open?.dialog === 'edit' && <EditDeviceDialog device={open.device} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveDeviceDialog device={open.device} onClose={close} />}
      {open?.dialog === 'config' && <ShowConfigDialog device={open.device} onClose={close} />}
    </>
  );
}
