import { continueInteraction, getInteraction } from '@gatewarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { pathOf } from '../../lib/path-of.ts';

/** The next step of signing in to an application. Never retried: the first response says whether it has expired. */
export const interactionQuery = (uid: string) =>
  queryOptions({
    queryKey: ['interaction', uid],
    queryFn: ({ signal }) => call(getInteraction, { params: { uid }, signal }),
    retry: false,
  });

/** The interaction that requested the sign-in; undefined for another address, such as that of a site behind a proxy. */
export function interactionOf(requestedBy: string | undefined): string | undefined {
  const start = window.location.origin + pathOf(continueInteraction, { uid: '' });
  const uid = requestedBy?.startsWith(start) ? requestedBy.slice(start.length) : '';
  return /^[\w-]{16,64}$/.test(uid) ? uid : undefined;
}
