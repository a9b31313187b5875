import type { AccessPreview } from '@gatewarden/contract/locations';
import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** How many people lose and gain a location with other groups, and how many devices. */
export function AccessChangeList({ change }: { change: AccessPreview }) {
  const { t } = useTranslation('locations');
  const { people_lost, people_gained, devices_lost, devices_connected } = change;
  return (
    <List>
      {people_lost > 0 && <List.Item>{t('access_change.people', { count: people_lost })}</List.Item>}
      {devices_lost > 0 && <List.Item>{t('access_change.devices', { count: devices_lost })}</List.Item>}
      {devices_connected > 0 && <List.Item>{t('access_change.connected', { count: devices_connected })}</List.Item>}
      {people_gained > 0 && <List.Item>{t('access_change.gained', { count: people_gained })}</List.Item>}
    </List>
  );
}
