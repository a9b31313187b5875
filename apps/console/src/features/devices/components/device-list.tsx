import type { UserAccess } from '@gatewarden/contract/locations';
import type { UserDevice } from '@gatewarden/contract/users';
import { IconDeviceLaptop, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import reach from '../../../ui/within-reach.module.css';
import { userAccessQuery } from '../../users/index.ts';
import { type DeviceLink, deviceLink } from '../device-link.ts';
import { devicesOfUserQuery } from '../devices.queries.ts';
import { useDeviceRights } from '../use-device-rights.ts';
import { DeviceCard } from './device-card.tsx';
import { DeviceDialogs, type OpenDialog } from './device-dialogs.tsx';
import styles from './device-list.module.css';

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
  const { manages } = useDeviceRights();
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
        manages && (
          <ButtonLink {...addLink} {...(isOwn && { className: reach.action })} leftSection={<IconPlus size="1rem" />}>
            {t('list.add')}
          </ButtonLink>
        )
      }
    >
      {(some) => (
        <DeviceCards
          devices={some}
          username={username}
          locations={locations}
          linkTo={(deviceId) => deviceLink(deviceId, username, { isOwn })}
        />
      )}
    </ListPanel>
  );
}

interface CardsProps {
  devices: readonly UserDevice[];
  username: string;
  locations: ReadonlyMap<number, UserAccess>;
  linkTo: (deviceId: number) => DeviceLink;
}

function DeviceCards({ devices, username, locations, linkTo }: CardsProps) {
  const [open, setOpen] = useState<OpenDialog>();
  return (
    <>
      <ul className={styles.list}>
        {devices.map((device) => (
          <li key={device.id}>
            <DeviceCard
              device={device}
              owner={username}
              link={linkTo(device.id)}
              locations={locations}
              onAction={(action) => setOpen({ action, device })}
            />
          </li>
        ))}
      </ul>
      <DeviceDialogs owner={username} open={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
