import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { DeviceLimit } from '../components/device-limit.tsx';
import { DeviceSetup } from '../components/device-setup.tsx';
import { DeviceWays } from '../components/device-ways.tsx';
import { devicesOfUserQuery, useAddDevice } from '../devices.queries.ts';
import { type AddedDevice, NewDeviceForm } from '../forms/new-device-form.tsx';

interface Props extends Pick<ComponentProps<typeof PageHeader>, 'title' | 'above'> {
  /** First name of the owner; undefined while it loads. */
  firstName: string | undefined;
  /** Name of the owner who receives the configuration; absent: the user's own device. */
  recipient?: string;
  username: string;
  /** Path of the page to open at the end. */
  returnTo: string;
}

/** Adds a device in one step, then shows its configuration and waits for its first connection. */
export function AddDeviceScreen({ firstName, recipient, username, returnTo, ...head }: Props) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const [device, setDevice] = useState<AddedDevice>();
  const add = useAddDevice(username);
  const cancel = () => void navigate({ to: returnTo });
  const finish = () => void navigate({ to: returnTo, ignoreBlocker: true, replace: true });
  if (device) {
    return (
      <>
        <PageHeader {...head} />
        <DeviceSetup {...device} username={username} recipient={recipient} onDone={finish} />
      </>
    );
  }
  return (
    <>
      <PageHeader {...head} state={recipient === undefined ? t('add.state') : t('add.state_of', { name: recipient })} />
      {/* a reload while the device is added would lose its private key */}
      <LeaveGuard
        active={add.isPending}
        title={t('add.leave_title')}
        text={t('add.leave_text')}
        leaveLabel={t('add.leave')}
      />
      <DeviceLimit username={username} devicesPath={returnTo}>
        <DeviceWays username={username} isOwn={recipient === undefined}>
          <NewDevice firstName={firstName} username={username} add={add} onAdded={setDevice} onCancel={cancel} />
        </DeviceWays>
      </DeviceLimit>
    </>
  );
}

interface NewDeviceProps
  extends Pick<ComponentProps<typeof NewDeviceForm<AddedDevice['added']>>, 'add' | 'onAdded' | 'onCancel'> {
  firstName: string | undefined;
  username: string;
}

/** The form, as soon as the names of the other devices are known, or cannot be loaded: then the server decides. */
function NewDevice({ firstName, username, ...form }: NewDeviceProps) {
  const devices = useQuery(devicesOfUserQuery(username));
  const taken = useMemo(() => new Set(devices.data?.map(({ name }) => name)), [devices.data]);
  if (devices.isPending || firstName === undefined) return <FormSkeleton count={3} />;
  return <NewDeviceForm owner={firstName} taken={taken} {...form} />;
}
