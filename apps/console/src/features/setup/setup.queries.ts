import { completeSetup, getSetup } from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { meQuery } from '../auth/index.ts';

/** Whether the first administrator has to be created, and whether the token of the link is valid. */
export const setupQuery = (token?: string) =>
  queryOptions({
    queryKey: ['setup', token],
    queryFn: ({ signal }) => call(getSetup, { query: token === undefined ? {} : { token }, signal }),
  });

/** Creates the first administrator and signs them in. */
export function useCompleteSetup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof completeSetup>) => call(completeSetup, { body }),
    onSuccess: ({ user }) => {
      queryClient.setQueryData(meQuery().queryKey, user);
      return queryClient.invalidateQueries({ queryKey: ['setup'] });
    },
  });
}
