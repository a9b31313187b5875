import {
  addGroup,
  assignGroups,
  deleteGroup,
  getGroup,
  listGroups,
  removeGroupMember,
  restoreGroup,
  updateGroup,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** All groups with members and locations, by name. */
export const groupsQuery = () =>
  queryOptions({ queryKey: ['groups', 'all'], queryFn: ({ signal }) => call(listGroups, { signal }) });

/** Invalidates everything that depends on groups: users, locations, devices and the role of the signed-in user. */
function useInvalidateGroups() {
  const queryClient = useQueryClient();
  return () => {
    const topics = ['groups', 'users', 'locations', 'devices', 'me'];
    return Promise.all(topics.map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })));
  };
}

export type GroupRequest = BodyInputOf<typeof addGroup>;

export function useAddGroup() {
  const onSuccess = useInvalidateGroups();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (body: GroupRequest) => withReauthentication(() => call(addGroup, { body })),
    onSuccess,
  });
}

/** `name` is the current name, which the body may change. */
export function useUpdateGroup() {
  const onSuccess = useInvalidateGroups();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: ({ name, body }: { name: string; body: BodyInputOf<typeof updateGroup> }) =>
      withReauthentication(() => call(updateGroup, { params: { name }, body })),
    onSuccess,
  });
}

/** Adds users, by id, to a group. */
export function useAddMembers() {
  const invalidateGroups = useInvalidateGroups();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    removesCaller: true,
    itemKey: ({ users }) => users.join(),
    mutationFn: ({ group, users }: { group: string; users: number[] }) =>
      withReauthentication(() => call(assignGroups, { body: { groups: [group], users } })),
    onSuccess: () => void invalidateGroups(),
  });
}

/** Removes users, by username, from a group: all of them or none. */
export function useRemoveMembers() {
  const invalidateGroups = useInvalidateGroups();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    removesCaller: true,
    itemKey: ({ usernames }) => usernames.join(),
    mutationFn: ({ group, usernames }: { group: string; usernames: readonly string[] }) =>
      withReauthentication(() => removeMembers(group, usernames)),
    onSuccess: () => void invalidateGroups(),
  });
}

/** Several are removed by one change of the members as they are now, of which the page may not know yet. */
async function removeMembers(name: string, usernames: readonly string[]): Promise<unknown> {
  const [username, ...others] = usernames;
  if (username === undefined) return;
  if (others.length === 0) return call(removeGroupMember, { params: { name, username } });
  const { members } = await call(getGroup, { params: { name } });
  const removed = new Set(usernames);
  return call(updateGroup, { params: { name }, body: { name, members: members.filter((each) => !removed.has(each)) } });
}

/** The server refuses to delete the only group of a location. */
export function useDeleteGroup() {
  const invalidateGroups = useInvalidateGroups();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    removesCaller: true,
    mutationFn: (name: string) => withReauthentication(() => call(deleteGroup, { params: { name } })),
    onSuccess: () => void invalidateGroups(),
  });
}

/** Restores a group that this session deleted a moment ago. */
export function useRestoreGroup() {
  const invalidateGroups = useInvalidateGroups();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    removesCaller: true,
    mutationFn: (name: string) => withReauthentication(() => call(restoreGroup, { params: { name } })),
    onSuccess: () => void invalidateGroups(),
  });
}
