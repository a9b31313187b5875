import type { UserAccess } from '@gatewarden/contract/locations';
import type { UserDevice } from '@gatewarden/contract/users';
import { IconDeviceLaptop, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import reach from '../../../ui/within-reach.module.css';
import { userAccessQuery } from '../../users/index.ts';
import { devicesOfUserQuery } from '../devices.queries.ts';
import { type DeviceAction, DeviceCard } from './device-card.tsx';
import styles from './device-list.module.css';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';

const EditDeviceDialog = lazy(async () => ({ default: (await import('./edit-device-dialog.tsx')).EditDeviceDialog }));
const ShowConfigDialog = lazy(async () => ({ default: (await import('./show-config-dialog.tsx')).ShowConfigDialog }));

interface Props {
  username: string;
  /** Link to the page that adds a device. */
  addLink: Pick<LinkProps, 'to' | 'params'>;
  /** On the page of the owner, which offers the first device itself, and on phones the next one within reach. */
  isOwn?: boolean;
}

/** Devices of a user with their locations and actions. */
export function DeviceList({ username, addLink, isOwn = false }: Props) {
  const { t } = useTranslation('devices');
  const devices = useQuery(devicesOfUserQuery(username));
  const access = useQuery(userAccessQuery(username)).data;
  const locations = useMemo(() => new Map(access?.map((each) => [each.location_id, each])), [access]);
  if (isOwn && devices.data?.length === 0) return null;
  return (
    <ListPanel
      title={t('list.title')}
      query={devices}
      failed={t('list.failed')}
      empty={{ icon: <IconDeviceLaptop />, title: t('list.empty_title'), text: t('list.empty_text') }}
      add={
        <ButtonLink {...addLink} {...(isOwn && { className: reach.action })} leftSection={<IconPlus size="1rem" />}>
          {t('list.add')}
        </ButtonLink>
      }
    >
      {(some) => <DeviceCards devices={some} locations={locations} />}
    </ListPanel>
  );
}

interface OpenDialog {
  readonly action: DeviceAction;
  readonly device: UserDevice;
}

interface CardsProps {
  devices: readonly UserDevice[];
  locations: ReadonlyMap<number, UserAccess>;
}

function DeviceCards({ devices, locations }: CardsProps) {
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ul className={styles.list}>
        {devices.map((device) => (
          <li key={device.id}>
            <DeviceCard device={device} locations={locations} onAction={(action) => setOpen({ action, device })} />
          </li>
        ))}
      </ul>
      <Suspense>
        {open?.action === 'edit' && <EditDeviceDialog device={open.device} onClose={close} />}
        {open?.action === 'remove' && <RemoveDeviceDialog device={open.device} onClose={close} />}
        {open?.action === 'config' && <ShowConfigDialog device={open.device} onClose={close} />}
      </Suspense>
    </>
  );
}
