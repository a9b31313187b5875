import type { GroupInfo } from '@gatewarden/contract/groups';
import type { ListedUser } from '@gatewarden/contract/users';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { locationsQuery } from '../../locations/index.ts';
import { NameSummary } from '../../users/index.ts';
import { groupsQuery } from '../groups.queries.ts';
import { lossOf, type MembershipLoss } from '../membership-loss.ts';
import type { useRemoveWithUndo } from '../use-remove-with-undo.ts';

interface Props {
  group: GroupInfo;
  /** Several members. */
  users: readonly ListedUser[];
  removal: ReturnType<typeof useRemoveWithUndo>;
  onClose: () => void;
  /** Clears the selection. */
  onRemoved: () => void;
}

/** Removes several members together, after it has said what they lose. */
export function RemoveMembersDialog({ group, users, removal, onClose, onRemoved }: Props) {
  const { t } = useTranslation('groups');
  const groups = useQuery(groupsQuery());
  const locations = useQuery({ ...locationsQuery(), staleTime: 0 });
  const loss = groups.data && locations.data && lossOf(group, users, groups.data, locations.data);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('members.remove_title', { count: users.length, group: group.name })}
      consequences={
        <Stack gap="sm">
          <NameSummary users={users} />
          {loss ? (
            <Losses loss={loss} />
          ) : locations.error ? (
            <Text c="red">{failureText(locations.error)}</Text>
          ) : (
            <ListSkeleton count={1} />
          )}
        </Stack>
      }
      confirmLabel={t('members.remove')}
      confirming={removal.isPending}
      onConfirm={() =>
        removal.remove(users, () => {
          onClose();
          onRemoved();
        })
      }
    />
  );
}

function Losses({ loss: { people, devices, locations, admins } }: { loss: MembershipLoss }) {
  const { t, i18n } = useTranslation('groups');
  const names = new Intl.ListFormat(i18n.language).format(locations);
  if (people + admins === 0) return <Text>{t('members.lose_nothing')}</Text>;
  return (
    <>
      {people > 0 && <Text>{t('members.lose_access', { count: people, locations: names })}</Text>}
      {devices > 0 && <Text>{t('members.lose_devices', { count: devices })}</Text>}
      {admins > 0 && <Text>{t('members.lose_rights', { count: admins })}</Text>}
    </>
  );
}
