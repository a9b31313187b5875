import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ActivateOwnClient } from '../../enrollment/index.ts';
import { devicesOfUserQuery } from '../devices.queries.ts';

const refetchInterval = 5_000;

/** A link for the VPN client; then waits until the client has added a device. */
export function ConnectClient({ username }: { username: string }) {
  const { t } = useTranslation('devices');
  const [known, setKnown] = useState<ReadonlySet<number>>();
  const devices = useQuery({ ...devicesOfUserQuery(username), ...(known && { refetchInterval }) });
  const added = known && devices.data?.find(({ id }) => !known.has(id));
  if (added) {
    return (
      <Callout
        tone="success"
        action={
          <ButtonLink to="/me/devices/$deviceId" params={{ deviceId: String(added.id) }}>
            {t('way.view')}
          </ButtonLink>
        }
      >
        {t('way.added', { name: added.name })}
      </Callout>
    );
  }
  return (
    <ActivateOwnClient
      username={username}
      isReady={!devices.isPending}
      onIssued={() => devices.data && setKnown(new Set(devices.data.map(({ id }) => id)))}
    />
  );
}
