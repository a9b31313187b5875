import {
  addOpenidApp,
  deleteOpenidApp,
  getOpenidIssuer,
  listAuthorizedApps,
  listLauncherApps,
  listOpenidApps,
  listOpenidAppUsers,
  removeAuthorizedApp,
  rotateOpenidAppSecret,
  rotateOpenidKeys,
  setOpenidAppState,
  updateOpenidApp,
} from '@gatewarden/contract/calls';
import type { BodyInputOf, ResponseOf } from '@gatewarden/contract/endpoint';
import type { listAuthorizedApps as ListAuthorizedApps, OpenidApp } from '@gatewarden/contract/openid-apps';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

const topic = 'openid-apps';

/** All applications, in the order of the server. */
export const appsQuery = () =>
  queryOptions({ queryKey: [topic, 'all'], queryFn: ({ signal }) => call(listOpenidApps, { signal }) });

/** Users of an application, those who used it last first. */
export const appUsersQuery = (clientId: string) =>
  queryOptions({
    queryKey: [topic, 'users', clientId],
    queryFn: ({ signal }) => call(listOpenidAppUsers, { params: { clientId }, signal }),
  });

/** Addresses and signing keys. */
export const providerQuery = () =>
  queryOptions({ queryKey: [topic, 'provider'], queryFn: ({ signal }) => call(getOpenidIssuer, { signal }) });

/** Applications on the start page of the signed-in user. */
export const launcherQuery = () =>
  queryOptions({ queryKey: [topic, 'launcher'], queryFn: ({ signal }) => call(listLauncherApps, { signal }) });

export type AuthorizedApp = ResponseOf<typeof ListAuthorizedApps>[number];

/** Applications that use the account. */
export const authorizedAppsQuery = (username: string) =>
  queryOptions({
    queryKey: [topic, 'authorized', username],
    queryFn: ({ signal }) => call(listAuthorizedApps, { params: { username }, signal }),
  });

/** Not awaited by mutations whose caller the refetch removes. */
function useInvalidateApps() {
  const queryClient = useQueryClient();
  return () => Promise.all([topic, 'users', 'me'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Only this response contains the secret. */
export function useAddApp() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateApps();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof addOpenidApp>) => withReauthentication(() => call(addOpenidApp, { body })),
    onSuccess: () => void onSuccess(),
    gcTime: 0,
  });
}

export type AppChanges = Partial<BodyInputOf<typeof updateOpenidApp>>;

/** Changes some fields of an application; the others are sent as they are. */
export function useUpdateApp() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateApps();
  return useMutation({
    mutationFn: ({ app, changes }: { app: OpenidApp; changes: AppChanges }) =>
      withReauthentication(() =>
        call(updateOpenidApp, { params: { clientId: app.client_id }, body: { ...bodyOf(app), ...changes } }),
      ),
    onSuccess,
  });
}

/** The fields that a request has. */
function bodyOf({
  id: _id,
  client_id: _clientId,
  created_at: _createdAt,
  last_used_at: _lastUsedAt,
  user_count: _userCount,
  secret_created_at: _secretCreatedAt,
  former_secret_until: _formerSecretUntil,
  ...body
}: OpenidApp) {
  return body;
}

export function useSetAppState() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateApps();
  return useMutation({
    itemKey: ({ clientId }) => clientId,
    mutationFn: ({ clientId, enabled }: { clientId: string; enabled: boolean }) =>
      withReauthentication(() => call(setOpenidAppState, { params: { clientId }, body: { enabled } })),
    onSuccess,
  });
}

export function useDeleteApp() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateApps();
  return useMutation({
    removesCaller: true,
    mutationFn: (clientId: string) => withReauthentication(() => call(deleteOpenidApp, { params: { clientId } })),
    onSuccess: () => void onSuccess(),
  });
}

/** Only this response contains the secret. */
export function useRotateSecret(clientId: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateApps();
  return useMutation({
    mutationFn: (overlapHours: number) =>
      withReauthentication(() =>
        call(rotateOpenidAppSecret, { params: { clientId }, body: { overlap_hours: overlapHours } }),
      ),
    onSuccess: () => void onSuccess(),
    gcTime: 0,
  });
}

export function useRotateKeys() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateApps();
  return useMutation({ mutationFn: () => withReauthentication(() => call(rotateOpenidKeys)), onSuccess });
}

/** Ends the access of an application to the account. */
export function useRemoveAuthorizedApp(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateApps();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) =>
      withReauthentication(() => call(removeAuthorizedApp, { params: { username, id: String(id) } })),
    onSuccess: () => void onSuccess(),
  });
}
