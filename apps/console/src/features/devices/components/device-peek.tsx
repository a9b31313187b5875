import type { ListedDevice } from '@gatewarden/contract/traffic';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../../i18n/i18n.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';
import { DeviceIcon } from './device-icon.tsx';

// loaded with the first summary, like the texts of what it shows
const PeekedDevice = lazy(async () => {
  const [{ PeekedDevice }] = await Promise.all([
    import('./peeked-device.tsx'),
    loadTexts('devices', 'traffic', 'activity-log'),
  ]);
  return { default: PeekedDevice };
});

/** The summary of a device in a drawer. */
export function useDevicePeek(): (device: ListedDevice) => Peek {
  const { t } = useTranslation();
  return (device) => ({
    title: device.name,
    icon: (
      <Avatar name={device.name} size="md">
        <DeviceIcon name={device.name} />
      </Avatar>
    ),
    state: personName(device),
    open: (
      <ButtonLink
        to="/users/$username/devices/$deviceId"
        params={{ username: device.username, deviceId: String(device.id) }}
        variant="default"
        size="compact-sm"
      >
        {t('peek.open')}
      </ButtonLink>
    ),
    content: (
      <Suspense fallback={<CardsSkeleton count={2} />}>
        <PeekedDevice owner={device.username} deviceId={device.id} />
      </Suspense>
    ),
  });
}
