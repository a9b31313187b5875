import type { EditAccessTest } from '@gatewarden/contract/access-tests';
import {
  addAccessTest,
  deleteAccessTest,
  listAccessTests,
  runAccessTests,
  updateAccessTest,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useInvalidateAccess } from './use-invalidate-access.ts';

/** All access tests, by name. */
export const testsQuery = () =>
  queryOptions({ queryKey: ['access', 'tests'], queryFn: ({ signal }) => call(listAccessTests, { signal }) });

/** The results of all tests before and after a deployment of these pending changes, or of all. */
export const testResultsQuery = (body: BodyInputOf<typeof runAccessTests> = {}) =>
  queryOptions({
    queryKey: ['access', 'test-results', body],
    queryFn: ({ signal }) => call(runAccessTests, { body, signal }),
  });

/** Without an id the test is added; else it is changed. */
export function useSaveTest() {
  const onSuccess = useInvalidateAccess();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | undefined; body: EditAccessTest }) =>
      id === undefined ? call(addAccessTest, { body }) : call(updateAccessTest, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteTest() {
  const invalidate = useInvalidateAccess();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => call(deleteAccessTest, { params: { id } }),
    onSuccess: () => void invalidate(),
  });
}
