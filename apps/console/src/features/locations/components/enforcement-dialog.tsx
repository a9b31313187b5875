import type { AccessPreview, LocationInfo } from '@gatewarden/contract/locations';
import { Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../../modules/extensions.tsx';
import type { EnforcementChange } from '../enforcement-change.ts';
import { AccessChangeList } from './access-change-list.tsx';

interface Props {
  change: EnforcementChange;
  /** As it would be saved. */
  location: Pick<LocationInfo, 'id' | 'name' | 'acl_enabled' | 'acl_default_allow'>;
  /** What other groups change, if they are saved too. */
  groups: AccessPreview | undefined;
  saving: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a location enforces access rules differently, with who gains and who loses access to what. */
export function EnforcementDialog({ change, location, groups, saving, onConfirm, onClose }: Props) {
  const { t } = useTranslation('locations');
  const { locationReview: LocationReview } = useExtensions();
  const { id, name, acl_enabled, acl_default_allow } = location;
  return (
    <Suspense>
      <LocationReview
        location={{ id, acl_enabled, acl_default_allow }}
        title={t(`enforcement.title.${change}`, { name })}
        consequences={
          <Stack gap="sm">
            {hasChanges(groups) && <AccessChangeList change={groups} />}
            {change === 'stop' && <Text>{t('enforcement.everything')}</Text>}
            <Text>{t(change === 'stop' ? 'enforcement.immediate' : 'enforcement.disconnects')}</Text>
            {groups && <Text>{t('enforcement.present_groups')}</Text>}
          </Stack>
        }
        confirmLabel={t(`enforcement.action.${change}`)}
        danger={change === 'stop' || (groups?.people_lost ?? 0) > 0}
        confirming={saving}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    </Suspense>
  );
}

function hasChanges(groups: AccessPreview | undefined): groups is AccessPreview {
  return groups !== undefined && (groups.people_lost > 0 || groups.people_gained > 0);
}
