import { isLoopbackHost, parseEndpoint } from '@gatewarden/net/endpoint';
import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { useMe } from '../../auth/index.ts';

interface Props {
  locationId: number;
  /** A WireGuard configuration. */
  config: string;
}

/** Warns if the endpoint is a loopback address: the configuration would work only on the gateway. */
export function LoopbackWarning({ locationId, config }: Props) {
  const { t } = useTranslation('devices');
  const { is_admin: isAdmin } = useMe();
  const host = parseEndpoint(/^Endpoint = (.+)$/m.exec(config)?.[1] ?? '')?.host;
  if (host === undefined || !isLoopbackHost(host)) return null;
  return (
    <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} mb="md">
      <Stack gap="xs" align="flex-start">
        {t('config.loopback', { host })}
        {isAdmin ? (
          <TextLink to="/locations/$locationId" params={{ locationId: String(locationId) }}>
            {t('config.loopback_open')}
          </TextLink>
        ) : (
          <span>{t('config.loopback_ask')}</span>
        )}
      </Stack>
    </Alert>
  );
}
