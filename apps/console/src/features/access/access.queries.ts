import type { EditAccessAlias, EditAccessRule } from '@gatewarden/contract/access';
import {
  addAccessAlias,
  addAccessRule,
  deleteAccessAlias,
  deleteAccessRule,
  deployAccess,
  diffAccess,
  explainAccess,
  listAccessAliases,
  listAccessRules,
  listRuleHits,
  updateAccessAlias,
  updateAccessRule,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useInvalidateAccess } from './use-invalidate-access.ts';

/** All rules with their pending changes, in the order of evaluation. */
export const rulesQuery = () =>
  queryOptions({ queryKey: ['access', 'rules'], queryFn: ({ signal }) => call(listAccessRules, { signal }) });

/** By rule, how much it decided in the last 30 days; rules that decided nothing are absent. */
export const ruleHitsQuery = () =>
  queryOptions({
    queryKey: ['access', 'hits'],
    queryFn: ({ signal }) => call(listRuleHits, { signal }),
    select: (hits) => new Map(hits.map((each) => [each.rule_id, each])),
    refetchInterval: 30_000,
  });

/** All aliases with their pending changes, by name. */
export const aliasesQuery = () =>
  queryOptions({ queryKey: ['access', 'aliases'], queryFn: ({ signal }) => call(listAccessAliases, { signal }) });

/** Who would gain or lose access if these pending changes were deployed. */
export const diffQuery = (body: BodyInputOf<typeof diffAccess>) =>
  queryOptions({ queryKey: ['access', 'diff', body], queryFn: ({ signal }) => call(diffAccess, { body, signal }) });

/**
 * Without an id the rule is added; else it is changed, which needs a deployment. The page of a deployed rule then shows
 * the pending change, in a form of its own.
 */
export function useSaveRule() {
  const onSuccess = useInvalidateAccess();
  return useMutation({
    removesCaller: true,
    mutationFn: ({ id, body }: { id: number | undefined; body: EditAccessRule }) =>
      id === undefined ? call(addAccessRule, { body }) : call(updateAccessRule, { params: { id }, body }),
    onSuccess,
  });
}

/** Marks deployed rules for deletion, and discards pending changes. */
export function useDeleteRule() {
  const invalidate = useInvalidateAccess();
  return useMutation({
    itemKey: (id) => String(id),
    removesCaller: true,
    mutationFn: (id: number) => call(deleteAccessRule, { params: { id } }),
    onSuccess: () => void invalidate(),
  });
}

/** Marks deployed rules for deletion one after the other; those before a failure remain marked. */
export function useMarkRules() {
  const invalidate = useInvalidateAccess();
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      for (const id of ids) await call(deleteAccessRule, { params: { id } });
    },
    onSettled: () => void invalidate(),
  });
}

/** Without an id the alias is added; else it is changed, which needs a deployment. */
export function useSaveAlias() {
  const onSuccess = useInvalidateAccess();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | undefined; body: EditAccessAlias }) =>
      id === undefined ? call(addAccessAlias, { body }) : call(updateAccessAlias, { params: { id }, body }),
    onSuccess,
  });
}

/** Deletes an alias that no rule uses, or discards a pending change. */
export function useDeleteAlias() {
  const invalidate = useInvalidateAccess();
  return useMutation({
    itemKey: (id) => String(id),
    removesCaller: true,
    mutationFn: (id: number) => call(deleteAccessAlias, { params: { id } }),
    onSuccess: () => void invalidate(),
  });
}

/** Deploys pending changes, all or none. What the dialog asked about them is not asked again: they no longer exist. */
export function useDeploy() {
  const onSuccess = useInvalidateAccess({ except: ({ queryKey: [, , body] }) => isSelection(body) });
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof deployAccess>) => call(deployAccess, { body }),
    onSuccess,
  });
}

function isSelection(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'rules' in body;
}

/** What gateways decide about a connection, and why. */
export const explanationQuery = (body: BodyInputOf<typeof explainAccess> | undefined) =>
  queryOptions({
    queryKey: ['access', 'explanation', body],
    queryFn: body ? ({ signal }) => call(explainAccess, { body, signal }) : skipToken,
  });
