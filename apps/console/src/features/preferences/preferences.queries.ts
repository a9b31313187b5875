import { getPreferences } from '@gatewarden/contract/calls';
import type { Preferences } from '@gatewarden/contract/preferences';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** The preferences of the signed-in user. */
export const preferencesQuery = () =>
  queryOptions({ queryKey: ['me', 'preferences'], queryFn: ({ signal }) => call(getPreferences, { signal }) });

/** Empty until they are loaded. */
export function usePreferences(): Partial<Preferences> {
  return useQuery(preferencesQuery()).data ?? {};
}
