import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { UserDetailsForm } from '../forms/user-details-form.tsx';
import { userQuery } from '../users.queries.ts';

const route = getRouteApi('/signed-in/admin/users/$username');

/** Names and addresses of a person, to be changed. */
export function UserDetailsScreen() {
  const { username } = route.useParams();
  const { user } = useSuspenseQuery(userQuery(username)).data;
  const navigate = useNavigate();
  const follow = (renamed: string) =>
    void navigate({ to: '/users/$username', params: { username: renamed }, replace: true, ignoreBlocker: true });
  return <UserDetailsForm key={user.id} user={user} onRenamed={follow} />;
}
