import {
  addUser,
  changeOwnPassword,
  deleteUser,
  getUser,
  listActivity,
  listUserAccess,
  listUsers,
  setUserPassword,
  updateUser,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** All users, active or not, by username. */
export const usersQuery = () =>
  queryOptions({ queryKey: ['users', 'all'], queryFn: ({ signal }) => call(listUsers, { signal }) });

/** One user with their devices. */
export const userQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'one', username],
    queryFn: ({ signal }) => call(getUser, { params: { username }, signal }),
  });

/** The locations of the instance, and whether and why the user may use each. */
export const userAccessQuery = (username: string) =>
  queryOptions({
    // changes of groups, locations and users affect devices
    queryKey: ['devices', 'access', username],
    queryFn: ({ signal }) => call(listUserAccess, { params: { username }, signal }),
  });

const signIns = ['user_login', 'user_mfa_login', 'recovery_code_used'] as const;

/** Time and address of the last sign-in in the activity log; null if there is none. */
export const lastSignInQuery = (username: string) =>
  queryOptions({
    queryKey: ['sessions', 'last', username],
    queryFn: async ({ signal }) => {
      const query = { username: [username], event: [...signIns] };
      return (await call(listActivity, { query, signal })).data[0] ?? null;
    },
  });

/** Topics that contain users: lists, members of groups, the signed-in user. */
const userTopics = ['users', 'groups', 'me'];

function useInvalidateUsers(topics: readonly string[] = userTopics) {
  const queryClient = useQueryClient();
  return () => Promise.all(topics.map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })));
}

export function useAddUser() {
  const onSuccess = useInvalidateUsers();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof addUser>) => withReauthentication(() => call(addUser, { body })),
    onSuccess,
  });
}

export type UserChanges = BodyInputOf<typeof updateUser>;

const changeKey = ['users', 'change'];

/** Changes the given fields. A renamed user is not found under the previous name. */
export function useUpdateUser() {
  const invalidateUsers = useInvalidateUsers();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    // the toast that undoes a change outlives its page
    removesCaller: true,
    mutationKey: changeKey,
    mutationFn: ({ username, changes }: { username: string; changes: UserChanges }) =>
      withReauthentication(() => call(updateUser, { params: { username }, body: changes })),
    itemKey: ({ username }) => username,
    onSuccess: () => void invalidateUsers(),
  });
}

/** Whether a user is being changed or deleted: its event may arrive before the response. */
export function useIsChangingUser(): boolean {
  return useIsMutating({ mutationKey: changeKey }) > 0;
}

/** Does not refetch the deleted user, because that would fail. */
export function useDeleteUser() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  const invalidateUsers = useInvalidateUsers(['groups', 'devices']);
  return useMutation({
    removesCaller: true,
    mutationKey: changeKey,
    mutationFn: (username: string) => withReauthentication(() => call(deleteUser, { params: { username } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: usersQuery().queryKey });
      void invalidateUsers();
    },
  });
}

/** Sets the password of another user. */
export function useSetPassword(username: string) {
  const withReauthentication = useWithReauthentication();
  const invalidateUsers = useInvalidateUsers(['users']);
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setUserPassword>) =>
      withReauthentication(() => call(setUserPassword, { params: { username }, body })),
    onSuccess: () => void invalidateUsers(),
  });
}

export function useChangeOwnPassword() {
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof changeOwnPassword>) => call(changeOwnPassword, { body }),
  });
}
