import type { GroupInfo } from '@gatewarden/contract/groups';
import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText, sentence } from '../../../lib/failure-text.ts';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { locationsQuery } from '../../locations/index.ts';
import { isLastAdminGroup, removalOf } from '../group-removal.ts';
import { useDeleteGroup } from '../groups.queries.ts';
import styles from './delete-group-dialog.module.css';

interface Props {
  group: GroupInfo;
  groups: readonly GroupInfo[];
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteGroupDialog({ group, groups, onClose, onDeleted }: Props) {
  const { t } = useTranslation('groups');
  const remove = useDeleteGroup();
  if (isLastAdminGroup(group, groups)) return <Refusal group={group} onClose={onClose} />;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete.title', { group: group.name })}
      consequences={<Consequences group={group} groups={groups} />}
      confirmLabel={t('delete.confirm')}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(group.name, {
          onSuccess: () => {
            toast.success(t('delete.done', { group: group.name }));
            onClose();
            onDeleted?.();
          },
          onError: showFailure,
        })
      }
    />
  );
}

/** Whose last group of administrators it is could not administer the instance any more. */
function Refusal({ group, onClose }: Pick<Props, 'group' | 'onClose'>) {
  const { t } = useTranslation(['groups', 'common']);
  return (
    <Modal opened onClose={onClose} title={t('delete.refused', { group: group.name })}>
      <Stack gap="md">
        <Text>{sentence('last_admin_group')}</Text>
        <DialogActions>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:close')}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}

function Consequences({ group, groups }: Pick<Props, 'group' | 'groups'>) {
  const { t } = useTranslation('groups');
  const locations = useQuery({ ...locationsQuery(), staleTime: 0 });
  if (locations.isPending) return <ListSkeleton count={2} />;
  if (locations.isError) return <Text c="red">{failureText(locations.error)}</Text>;
  const { opened, narrowed } = removalOf(group, groups, locations.data);
  return (
    <Stack gap="md">
      <Text>{t('delete.members', { count: group.members.length })}</Text>
      {opened.length > 0 && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('delete.opened')}>
          <Names names={opened} />
        </Alert>
      )}
      {narrowed.length > 0 && (
        <div>
          <Text>{t('delete.narrowed')}</Text>
          <Names names={narrowed} />
        </div>
      )}
      {group.is_admin && <Text>{t('delete.admins', { count: group.members.length })}</Text>}
    </Stack>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles.names}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
