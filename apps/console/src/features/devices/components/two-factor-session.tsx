import type { UserAccess } from '@gatewarden/contract/locations';
import type { UserDevice } from '@gatewarden/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';
import { useMe } from '../../auth/index.ts';
import { ConnectSession } from '../../location-mfa/index.ts';
import { userAccessQuery } from '../../users/index.ts';

interface Props {
  device: UserDevice;
  network: UserDevice['networks'][number];
  /** Username. */
  owner: string;
  /** Whether the owner can use the location; undefined while this is not known. */
  access: UserAccess | undefined;
}

/** In a location with two-factor authentication: the session of the device, or what its owner does to begin one. */
export function TwoFactorSession({ device, network, owner, access }: Props) {
  const { t } = useTranslation('devices');
  const { username } = useMe();
  const { isPending } = useQuery(userAccessQuery(owner));
  if (network.mfa_expires_at !== null) {
    return (
      <Suspense>
        <ConnectSession
          locationId={network.network_id}
          deviceId={device.id}
          device={device.name}
          owner={owner}
          until={network.mfa_expires_at}
          isConnected={network.is_active}
        />
      </Suspense>
    );
  }
  // which action is possible depends on it
  if (isPending) return null;
  if (username !== owner || device.stopped_at !== null) return null;
  if (access?.obstacle === 'second_factor_required') {
    return (
      <ButtonLink to="/me/security" size="compact-xs" variant="default">
        {t('page.set_up_2fa')}
      </ButtonLink>
    );
  }
  return (
    network.can_authorize && (
      <ButtonLink to="/connect" size="compact-xs" variant="default">
        {t('page.authorize')}
      </ButtonLink>
    )
  );
}
