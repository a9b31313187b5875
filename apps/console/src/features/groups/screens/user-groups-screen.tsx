import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { userQuery } from '../../users/index.ts';
import { UserGroupsForm } from '../forms/user-groups-form.tsx';
import { groupsQuery } from '../groups.queries.ts';

const route = getRouteApi('/signed-in/admin/users/$username/groups');

/** Groups of a user, for administrators. */
export function UserGroupsScreen() {
  const { t } = useTranslation('groups');
  const { username } = route.useParams();
  const details = useQuery(userQuery(username));
  const groups = useQuery(groupsQuery());
  if (details.isPending || groups.isPending) return <FormSkeleton count={3} />;
  if (details.data === undefined || groups.data === undefined) {
    const failed = groups.data === undefined ? groups : details;
    return <ErrorState error={failed.error} title={t('list.failed')} onRetry={() => void failed.refetch()} />;
  }
  const { user } = details.data;
  return <UserGroupsForm key={user.id} user={user} groups={groups.data} />;
}
