import type { UserDevice } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import type { DeviceLink } from '../device-link.ts';
import { useDeviceRights } from '../use-device-rights.ts';

interface Props {
  device: UserDevice;
  network: UserDevice['networks'][number];
  /** Page with the configuration; absent: the configuration is beside the hint. */
  link?: DeviceLink;
}

/**
 * For a location to which a device without a client has never connected: that the device may have no configuration for it.
 * The server does not know which configurations were downloaded; a location can be added after the device.
 */
export function ConfigurationHint({ device, network, link }: Props) {
  const { t } = useTranslation('devices');
  const { configures } = useDeviceRights();
  const connected = network.is_active || network.last_connected_at !== null;
  if (!configures || connected || device.last_polled_at !== null || device.stopped_at !== null) return null;
  return (
    <Text c="dimmed" size="sm">
      <RichText
        text={t('list.may_lack_config')}
        parts={{
          config: (text) =>
            link ? (
              <TextLink {...link} underline="always">
                {text}
              </TextLink>
            ) : (
              text
            ),
        }}
      />
    </Text>
  );
}
