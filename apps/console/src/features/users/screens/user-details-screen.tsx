import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { AuthorizedApps } from '../components/authorized-apps.tsx';
import { UserDetailsForm } from '../forms/user-details-form.tsx';
import { userQuery } from '../users.queries.ts';

const route = getRouteApi('/signed-in/admin/users/$username');

/** Details of a user, and their authorized applications. */
export function UserDetailsScreen() {
  const { username } = route.useParams();
  const { user } = useSuspenseQuery(userQuery(username)).data;
  const navigate = useNavigate();
  const follow = (renamed: string) =>
    void navigate({ to: '/users/$username', params: { username: renamed }, replace: true, ignoreBlocker: true });
  return (
    <Stack gap="xl">
      <UserDetailsForm key={user.id} user={user} onRenamed={follow} />
      <AuthorizedApps apps={user.authorized_apps} />
    </Stack>
  );
}
