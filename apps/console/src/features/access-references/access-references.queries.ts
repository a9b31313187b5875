import type { ReferencedKind } from '@gatewarden/contract/access-references';
import { findAccessReferences } from '@gatewarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** The access rules and access tests that name an object. */
export const referencesQuery = (kind: ReferencedKind, id: number) =>
  queryOptions({
    queryKey: ['access', 'references', kind, id],
    queryFn: ({ signal }) => call(findAccessReferences, { query: { kind, id: String(id) }, signal }),
    staleTime: 0,
  });
