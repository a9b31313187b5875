import type { GroupInfo } from '@gatewarden/contract/groups';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText, sentence } from '../../../lib/failure-text.ts';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RefusalDialog } from '../../../ui/refusal-dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { AccessReferencesNote } from '../../access-references/index.ts';
import { locationsQuery } from '../../locations/index.ts';
import { type GroupRemoval, isLastAdminGroup, removalOf } from '../group-removal.ts';
import { useDeleteGroup, useRestoreGroup } from '../groups.queries.ts';
import { LocationNames } from './location-names.tsx';

interface Props {
  group: GroupInfo;
  groups: readonly GroupInfo[];
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteGroupDialog({ group, groups, onClose, onDeleted }: Props) {
  const { t, i18n } = useTranslation('groups');
  const remove = useDeleteGroup();
  const restore = useRestoreGroup();
  const undo = () =>
    restore.mutate(group.name, {
      onSuccess: ({ vpn_locations }) => {
        const message = t('delete.restored', { group: group.name });
        const locations = group.vpn_locations.filter((location) => !vpn_locations.includes(location));
        if (locations.length === 0) toast.success(message);
        else
          toast.warning(message, {
            subMessage: t('delete.restored_without', {
              locations: new Intl.ListFormat(i18n.language).format(locations),
            }),
            lifetime: 15_000,
          });
      },
      onError: showFailure,
    });
  const isLast = isLastAdminGroup(group, groups);
  const locations = useQuery({ ...locationsQuery(), staleTime: 0, enabled: !isLast });
  const removal = locations.data && removalOf(group, locations.data);
  if (isLast)
    return (
      <RefusalDialog title={t('delete.refused', { group: group.name })} onClose={onClose}>
        <Text>{sentence('last_admin_group')}</Text>
      </RefusalDialog>
    );
  if (removal && removal.blocking.length > 0)
    return (
      <RefusalDialog title={t('delete.refused', { group: group.name })} onClose={onClose}>
        <Text>{t('delete.restricts')}</Text>
        <LocationNames locations={removal.blocking} />
      </RefusalDialog>
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete.title', { group: group.name })}
      consequences={<Consequences group={group} removal={removal} error={locations.error} />}
      confirmLabel={t('delete.confirm')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(group.name, {
          onSuccess: () => {
            showUndoable(t('delete.done', { group: group.name }), undo);
            onClose();
            onDeleted?.();
          },
          onError: showFailure,
        })
      }
    />
  );
}

interface ConsequencesProps {
  group: GroupInfo;
  /** Undefined until the locations have loaded. */
  removal: GroupRemoval | undefined;
  /** Why the locations could not be loaded. */
  error: Error | null;
}

function Consequences({ group, removal, error }: ConsequencesProps) {
  const { t } = useTranslation('groups');
  if (!removal) return error ? <Text c="red">{failureText(error)}</Text> : <ListSkeleton count={2} />;
  return (
    <Stack gap="md">
      <Text>{t('delete.members', { count: group.members.length })}</Text>
      {removal.narrowed.length > 0 && (
        <div>
          <Text>{t('delete.narrowed')}</Text>
          <LocationNames locations={removal.narrowed} />
        </div>
      )}
      <AccessReferencesNote kind="group" id={group.id} />
      {group.is_admin && <Text>{t('delete.admins', { count: group.members.length })}</Text>}
    </Stack>
  );
}
