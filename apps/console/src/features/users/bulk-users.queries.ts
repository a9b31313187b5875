import { assignGroups, deleteUsers, listGroups, setUsersStatus } from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** Groups to choose from, by name. */
export const groupChoicesQuery = () =>
  queryOptions({
    queryKey: ['groups', 'choices'],
    queryFn: async ({ signal }) =>
      (await call(listGroups, { signal })).map(({ name, is_admin, members }) => ({
        name,
        isAdmin: is_admin,
        members: members.length,
      })),
  });

/** Invalidates users, rights and devices. Not awaited, so that the outcome is reported immediately. */
function useInvalidateUserLists() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['users', 'all'] });
    for (const topic of ['groups', 'devices', 'traffic']) void queryClient.invalidateQueries({ queryKey: [topic] });
  };
}

/** Returns the ids of the users whose status changed. */
export function useSetUsersStatus() {
  const onSuccess = useInvalidateUserLists();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setUsersStatus>) =>
      withReauthentication(() => call(setUsersStatus, { body })),
    onSuccess,
  });
}

export function useDeleteUsers() {
  const onSuccess = useInvalidateUserLists();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (users: number[]) => withReauthentication(() => call(deleteUsers, { body: { users } })),
    onSuccess,
  });
}

export function useAssignGroups() {
  const onSuccess = useInvalidateUserLists();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof assignGroups>) => withReauthentication(() => call(assignGroups, { body })),
    onSuccess,
  });
}
