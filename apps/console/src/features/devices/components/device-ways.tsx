import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { useMe } from '../../auth/index.ts';
import { restrictionsQuery, useListensForClients } from '../../settings/index.ts';
import { type DeviceWay, deviceWays } from '../device-ways.ts';
import { ConnectClient } from './connect-client.tsx';

interface Props {
  username: string;
  /** Whether the device is one of the signed-in user. */
  isOwn: boolean;
  /** The form for a device with the WireGuard app. */
  children: ReactNode;
}

/** How to add a device, as far as the settings and the server admit: with the VPN client, or with the WireGuard app. */
export function DeviceWays({ username, isOwn, children }: Props) {
  const { t } = useTranslation('devices');
  const { is_admin: isAdmin } = useMe();
  const hasClients = useListensForClients() && isOwn;
  const restrictions = useQuery({ ...restrictionsQuery(), enabled: !isAdmin });
  const { way = 'client' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const setWay = (to: DeviceWay) =>
    void navigate({ to: '.', search: (before) => ({ ...before, way: to }), replace: true });
  if (restrictions.isLoading) return <FormSkeleton count={2} />;
  // if they cannot be loaded, the server decides
  const { admin_device_management: isRestricted = false, only_client_activation: onlyClient = false } =
    restrictions.data ?? {};
  if (isRestricted) return <Callout tone="info">{t('way.restricted')}</Callout>;
  if (!hasClients) return onlyClient ? <Callout tone="warning">{t('way.no_client')}</Callout> : children;
  return (
    <Stack gap="lg" align="stretch">
      {!onlyClient && (
        <div>
          <SegmentedControl
            aria-label={t('way.label')}
            data={deviceWays.map((value) => ({ value, label: t(`way.${value}`) }))}
            value={way}
            onChange={(value) => setWay(value as DeviceWay)}
          />
        </div>
      )}
      {onlyClient || way === 'client' ? (
        <Suspense fallback={<FormSkeleton count={1} />}>
          <ConnectClient username={username} />
        </Suspense>
      ) : (
        children
      )}
    </Stack>
  );
}
