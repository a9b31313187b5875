import type { GroupInfo } from '@gatewarden/contract/groups';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { LocationNames } from './location-names.tsx';

interface Props {
  group: GroupInfo;
  /** A location without another group. */
  location: LocationInfo;
  onClose: () => void;
}

/** Explains why the only group of a location cannot be removed from it: all users could use the location. */
export function RemovalRefusedDialog({ group, location, onClose }: Props) {
  const { t } = useTranslation(['groups', 'common']);
  return (
    <Modal opened onClose={onClose} title={t('locations.refused', { location: location.name })}>
      <Stack gap="md">
        <div>
          <Text>{t('locations.restricts', { group: group.name })}</Text>
          <LocationNames locations={[location]} />
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:close')}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
