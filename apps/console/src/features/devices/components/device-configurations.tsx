import type { UserAccess } from '@gatewarden/contract/locations';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ConfigurationFiles, type ConfigurationFilesProps } from './configuration-files.tsx';
import { LoopbackWarning } from './loopback-warning.tsx';

interface Props extends Omit<ConfigurationFilesProps, 'first' | 'renderState'> {
  /** Whether the owner can use the locations; undefined while this is not known. */
  access: readonly UserAccess[] | undefined;
}

/** Configuration of a device for each of its locations, and what would prevent a connection. */
export function DeviceConfigurations({ access, ...props }: Props) {
  const { t } = useTranslation('devices');
  const gatewayOf = (id: number) => access?.find(({ location_id }) => location_id === id)?.gateway ?? 'connected';
  const first = props.configs.find(({ network_id }) => gatewayOf(network_id) === 'connected');
  return (
    <ConfigurationFiles
      {...props}
      first={first?.network_id}
      renderState={({ network_id, text }) => (
        <>
          {gatewayOf(network_id) !== 'connected' && (
            <Text mb="sm">
              <StatusBadge tone="warning">
                {t(gatewayOf(network_id) === 'none' ? 'list.no_gateway' : 'list.gateway_away')}
              </StatusBadge>
            </Text>
          )}
          <LoopbackWarning locationId={network_id} config={text} />
        </>
      )}
    />
  );
}
