import type { AccessPreview } from '@gatewarden/contract/locations';
import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface Props {
  /** Of the location. */
  name: string;
  change: AccessPreview;
  saving: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before people lose a location, with their number and that of their devices. */
export function AccessChangeDialog({ name, change, saving, onConfirm, onClose }: Props) {
  const { t } = useTranslation('locations');
  const { people_lost, people_gained, devices_lost, devices_connected } = change;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={onConfirm}
      confirming={saving}
      title={t('access_change.title', { name })}
      confirmLabel={t('access_change.action')}
      consequences={
        <List>
          <List.Item>{t('access_change.people', { count: people_lost })}</List.Item>
          {devices_lost > 0 && <List.Item>{t('access_change.devices', { count: devices_lost })}</List.Item>}
          {devices_connected > 0 && <List.Item>{t('access_change.connected', { count: devices_connected })}</List.Item>}
          {people_gained > 0 && <List.Item>{t('access_change.gained', { count: people_gained })}</List.Item>}
        </List>
      }
    />
  );
}
