import {
  addProvider,
  deleteProvider,
  finishExternalAuthorization,
  finishLink,
  finishOpenidSignIn,
  listExternalIdentities,
  listProviders,
  startLink,
  testProvider,
  unlinkExternalIdentity,
  updateProvider,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { Provider } from '@gatewarden/contract/identity-providers';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, callForOutcome } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';
import { meQuery } from '../auth/index.ts';

const key = 'identity-providers';

/** All OpenID providers with the addresses to register there, for administrators. */
export const providersQuery = () =>
  queryOptions({ queryKey: [key, 'all'], queryFn: ({ signal }) => call(listProviders, { signal }) });

/** The accounts at providers with which a user signs in. */
export const identitiesQuery = (username: string) =>
  queryOptions({
    queryKey: [key, 'of', username],
    queryFn: ({ signal }) => call(listExternalIdentities, { params: { username }, signal }),
  });

function useInvalidate() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: [key] });
}

/** Adds a provider, or changes the one with the name. */
export function useSaveProvider(name: string | undefined) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidate();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof addProvider>) =>
      withReauthentication(() =>
        name === undefined ? call(addProvider, { body }) : call(updateProvider, { params: { name }, body }),
      ),
    onSuccess,
  });
}

export function useDeleteProvider() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidate();
  return useMutation({
    removesCaller: true,
    mutationFn: (name: string) => withReauthentication(() => call(deleteProvider, { params: { name } })),
    onSuccess,
  });
}

/** Resolves with what discovery finds, or why it fails. */
export function useTestProvider() {
  return useMutation({
    mutationFn: ({ base_url }: Pick<Provider, 'kind' | 'base_url'>) => call(testProvider, { body: { base_url } }),
  });
}

/** Opens the page of the provider, to link the own account. */
export function useStartLink() {
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (provider: string) => withReauthentication(() => call(startLink, { body: { provider } })),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/** What to remove, and whether the user may lose the last credential, which is refused for the own one. */
export interface UnlinkedIdentity {
  readonly id: number;
  readonly mayBeLast: boolean;
}

export function useUnlink(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidate();
  return useMutation({
    removesCaller: true,
    mutationFn: ({ id, mayBeLast }: UnlinkedIdentity) =>
      withReauthentication(() =>
        call(unlinkExternalIdentity, {
          params: { username, id: String(id) },
          query: { last_credential: mayBeLast ? 'remove' : 'keep' },
        }),
      ),
    onSuccess,
  });
}

/** What the provider sent with the browser. */
export interface ProviderAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss?: string;
}

/** Caches the user on success; the outcome says whether a second factor is required. */
export function useFinishSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProviderAnswer) => callForOutcome(finishOpenidSignIn, { body }),
    onSuccess: (outcome) => {
      if (outcome.kind === 'usual') queryClient.setQueryData(meQuery().queryKey, outcome.body.user);
    },
  });
}

/** Authorizes a device of the user; the same answer again has the same result. */
export function useFinishConnect() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProviderAnswer) => call(finishExternalAuthorization, { body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['devices'] }),
  });
}

export function useFinishLink() {
  const onSuccess = useInvalidate();
  return useMutation({ mutationFn: (body: ProviderAnswer) => call(finishLink, { body }), onSuccess });
}
