import type { GroupInfo } from '@gatewarden/contract/groups';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { useTranslation } from 'react-i18next';

/** The locations that the members of a group can connect to. */
export function reachableLocations(group: GroupInfo, locations: readonly LocationInfo[]): LocationInfo[] {
  return locations.filter(
    ({ allowed_groups: groups }) => group.is_admin || groups.length === 0 || groups.includes(group.name),
  );
}

/** Why the members of the group can connect to the location. */
export function AccessReason({
  location: { allowed_groups: groups },
  group,
}: {
  location: LocationInfo;
  group: string;
}) {
  const { t } = useTranslation('groups');
  if (groups.includes(group)) return t('locations.through');
  return groups.length === 0 ? t('locations.everyone') : t('locations.admin');
}
