import type { OwnConnection } from '@gatewarden/contract/browser-connect';
import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProviderAuthorization } from '../connect.queries.ts';
import { StartFailure } from './start-failure.tsx';

/** Leads to the provider at which the owner of a device with a client confirms to connect without it. */
export function ContinueAtProvider({ connection }: { connection: OwnConnection }) {
  const { t } = useTranslation('location-mfa');
  const { device_id: deviceId, location_id: locationId, provider } = connection;
  const start = useProviderAuthorization({ deviceId, locationId, withoutClient: true });
  return (
    <Stack gap="md">
      <StartFailure start={start} />
      <Text>{t('connect.external', { provider })}</Text>
      <Button loading={start.isPending || start.isSuccess} onClick={() => start.mutate()} data-autofocus>
        {t('connect.continue', { provider })}
      </Button>
    </Stack>
  );
}
