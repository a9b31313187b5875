import {
  addUser,
  changeOwnPassword,
  deleteUser,
  getUser,
  listUsers,
  setUserPassword,
  updateUser,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** Everybody, active or not, by user name. */
export const usersQuery = () =>
  queryOptions({ queryKey: ['users', 'all'], queryFn: ({ signal }) => call(listUsers, { signal }) });

/** One user with devices. */
export const userQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'one', username],
    queryFn: ({ signal }) => call(getUser, { params: { username }, signal }),
  });

/** What shows a person: the lists, the groups' members, the reader's own name. */
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

/** Changes what is there; what is absent stays. Who is renamed is found under the former name no more. */
export function useUpdateUser() {
  const invalidateUsers = useInvalidateUsers();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationKey: changeKey,
    mutationFn: ({ username, changes }: { username: string; changes: UserChanges }) =>
      withReauthentication(() => call(updateUser, { params: { username }, body: changes })),
    itemKey: ({ username }) => username,
    onSuccess: () => void invalidateUsers(),
  });
}

/** Whether a person is being changed or deleted: news of it may come before its answer. */
export function useIsChangingUser(): boolean {
  return useIsMutating({ mutationKey: changeKey }) > 0;
}

/** The page of who was deleted is not asked for again; it could only fail. */
export function useDeleteUser() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  const invalidateUsers = useInvalidateUsers(['groups', 'devices']);
  return useMutation({
    mutationKey: changeKey,
    mutationFn: (username: string) => withReauthentication(() => call(deleteUser, { params: { username } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: usersQuery().queryKey });
      void invalidateUsers();
    },
  });
}

/** Sets the password of somebody else. */
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
