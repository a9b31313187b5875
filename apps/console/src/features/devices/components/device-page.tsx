import type { UserDevice } from '@gatewarden/contract/users';
import { Button } from '@mantine/core';
import { IconDevicesOff, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ChipList } from '../../../ui/chip-list.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NotFoundState } from '../../../ui/not-found-state.tsx';
import { type HeaderFact, PageHeader } from '../../../ui/page-header.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { connectionsQuery } from '../connections.queries.ts';
import type { DeviceLink } from '../device-link.ts';
import { devicesOfUserQuery } from '../devices.queries.ts';
import { useDeviceRights } from '../use-device-rights.ts';
import { DeviceDialogs, type OpenDialog } from './device-dialogs.tsx';
import { DeviceIcon } from './device-icon.tsx';
import { DeviceMenu } from './device-menu.tsx';
import { DeviceState } from './device-state.tsx';
import { DeviceSummary } from './device-summary.tsx';
import { SwitchedOffNotice } from './switched-off-notice.tsx';

interface Props {
  /** Username. */
  owner: string;
  /** Of the path. */
  deviceId: string;
  above: ComponentProps<typeof PageHeader>['above'];
  /** Who owns it; absent on the owner's own page. */
  ownerFact?: HeaderFact;
  /** Devices of the owner. */
  list: DeviceLink;
}

/** Page of a device: whether and where it is connected, its addresses and configurations, its key, what happened. */
export function DevicePage({ owner, deviceId, ...page }: Props) {
  const { t } = useTranslation('devices');
  const devices = useQuery(devicesOfUserQuery(owner));
  const device = devices.data?.find(({ id }) => String(id) === deviceId);
  if (devices.isPending) return <FormSkeleton count={6} />;
  if (devices.data ? !device : isApiError(devices.error, 'user_not_found')) return <DeviceNotFound list={page.list} />;
  if (!device) {
    return (
      <ErrorState
        asPage
        error={devices.error}
        title={t('list.failed')}
        onRetry={() => void devices.refetch()}
        retrying={devices.isFetching}
      />
    );
  }
  return <Page device={device} owner={owner} {...page} />;
}

function Page({ device, owner, above, ownerFact, list }: Omit<Props, 'deviceId'> & { device: UserDevice }) {
  const { t } = useTranslation('devices');
  const router = useRouter();
  const [open, setOpen] = useState<OpenDialog>();
  const { manages, configures } = useDeviceRights();
  const all = useQuery(connectionsQuery(owner)).data;
  const connections = all?.filter(({ device_id: id }) => id === device.id) ?? [];
  // a page that was opened while the device was being removed stays open
  const leave = () => {
    if (!router.latestLocation.pathname.endsWith(`/devices/${device.id}`)) return;
    void router.navigate({ ...list, replace: true });
  };
  const addresses = device.networks.flatMap(({ device_wireguard_ips: ips }) => ips);
  return (
    <>
      <PageHeader
        {...(above && { above })}
        icon={
          <Avatar name={device.name} size="lg">
            <DeviceIcon name={device.name} size="1.5rem" />
          </Avatar>
        }
        title={device.name}
        state={<DeviceState device={device} connections={connections} />}
        facts={[
          ...(ownerFact ? [ownerFact] : []),
          { label: t('page.addresses'), value: <ChipList items={addresses} /> },
          { label: t('field.added'), value: <RelativeTime at={device.created} /> },
        ]}
        actions={
          <>
            <DeviceMenu device={device} inPageHeader onAction={(action) => setOpen({ action, device })} />
            {manages && configures && (
              <Button
                variant="default"
                data-compact
                leftSection={<IconPencil size="1rem" />}
                onClick={() => setOpen({ action: 'edit', device })}
              >
                {t('list.edit')}
              </Button>
            )}
          </>
        }
      />
      {device.stopped_at !== null && <SwitchedOffNotice device={device} at={device.stopped_at} />}
      <DeviceSummary
        device={device}
        owner={owner}
        connections={connections}
        onShowConfig={(network) => setOpen({ action: 'config', device: { ...device, networks: [network] } })}
      />
      <DeviceDialogs owner={owner} open={open} onClose={() => setOpen(undefined)} onRemoved={leave} />
    </>
  );
}

function DeviceNotFound({ list }: { list: DeviceLink }) {
  const { t } = useTranslation('devices');
  return (
    <NotFoundState
      icon={<IconDevicesOff />}
      title={t('page.none_title')}
      text={t('page.none_text')}
      list={list}
      listLabel={t('page.to_list')}
    />
  );
}
