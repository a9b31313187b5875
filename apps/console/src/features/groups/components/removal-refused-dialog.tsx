import type { GroupInfo } from '@gatewarden/contract/groups';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RefusalDialog } from '../../../ui/refusal-dialog.tsx';
import { LocationNames } from './location-names.tsx';

interface Props {
  group: GroupInfo;
  /** A location without another group. */
  location: LocationInfo;
  onClose: () => void;
}

/** Explains why the only group of a location cannot be removed from it: all users could use the location. */
export function RemovalRefusedDialog({ group, location, onClose }: Props) {
  const { t } = useTranslation('groups');
  return (
    <RefusalDialog title={t('locations.refused', { location: location.name })} onClose={onClose}>
      <Text>{t('locations.restricts', { group: group.name })}</Text>
      <LocationNames locations={[location]} />
    </RefusalDialog>
  );
}
