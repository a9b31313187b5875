import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sourceKind } from '../../lib/format/source-kind.ts';
import { useMe } from '../auth/index.ts';
import { identitySourcesQuery } from './identity-sources.queries.ts';

/** Finds the name of a source by its id, as in `managed_by`. Only administrators see the names of providers. */
export function useSourceName(): (id: string) => string {
  const { is_admin: enabled } = useMe();
  const { data: sources } = useQuery({ ...identitySourcesQuery(), enabled });
  return useCallback((id) => sources?.find((source) => source.id === id)?.name ?? sourceKind(id), [sources]);
}
