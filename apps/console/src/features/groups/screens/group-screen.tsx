import type { GroupInfo } from '@gatewarden/contract/groups';
import { IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveDeleted } from '../../../lib/use-leave-deleted.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { StateBlock } from '../../../ui/state-block.tsx';
import { usersQuery } from '../../users/index.ts';
import { DeleteGroupDialog } from '../components/delete-group-dialog.tsx';
import { EditGroupForm } from '../forms/edit-group-form.tsx';
import { isLastAdminGroup } from '../group-removal.ts';
import { groupsQuery } from '../groups.queries.ts';

const route = getRouteApi('/signed-in/admin/groups/$groupId');

/** Page of a group: name, members and rights. */
export function GroupScreen() {
  const { t } = useTranslation('groups');
  const { groupId } = route.useParams();
  const groups = useQuery(groupsQuery());
  const users = useQuery(usersQuery());

  if (groups.isPending || users.isPending) return <FormSkeleton />;
  if (groups.data === undefined || users.data === undefined) {
    const failed = groups.data === undefined ? groups : users;
    return <ErrorState asPage error={failed.error} title={t('list.failed')} onRetry={() => void failed.refetch()} />;
  }
  const group = groups.data.find(({ id }) => String(id) === groupId);
  if (!group) return <GroupNotFound />;
  return (
    <>
      <GroupHeader group={group} groups={groups.data} />
      <EditGroupForm
        key={group.id}
        group={group}
        users={users.data}
        isLastAdminGroup={isLastAdminGroup(group, groups.data)}
      />
    </>
  );
}

function GroupHeader({ group, groups }: { group: GroupInfo; groups: readonly GroupInfo[] }) {
  const { t } = useTranslation('groups');
  const leaveDeleted = useLeaveDeleted('/groups', String(group.id));
  const [deleting, setDeleting] = useState(false);
  const locations = group.vpn_locations;
  return (
    <>
      <PageHeader
        title={group.name}
        state={locations.length > 0 ? t('page.opens', { locations: locations.join(', ') }) : t('page.opens_none')}
        actions={
          <ActionsMenu label={t('list.menu', { group: group.name })} variant="outlined">
            <DangerItem
              leftSection={<IconTrash size="1rem" />}
              disabled={group.managed_by !== null}
              onClick={() => setDeleting(true)}
            >
              {t('list.delete')}
            </DangerItem>
          </ActionsMenu>
        }
      />
      {deleting && (
        <DeleteGroupDialog group={group} groups={groups} onClose={() => setDeleting(false)} onDeleted={leaveDeleted} />
      )}
    </>
  );
}

function GroupNotFound() {
  const { t } = useTranslation('groups');
  return (
    <StateBlock
      asPage
      role="alert"
      icon={<IconUsersGroup />}
      title={t('page.none_title')}
      text={t('page.none_text')}
      action={
        <ButtonLink to="/groups" variant="default">
          {t('page.to_list')}
        </ButtonLink>
      }
    />
  );
}
