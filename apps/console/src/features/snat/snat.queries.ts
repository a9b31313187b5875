import { addSnatBinding, deleteSnatBinding, listSnatBindings, updateSnatBinding } from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** In the order in which they were added. */
export const snatQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['locations', 'snat', locationId],
    queryFn: ({ signal }) => call(listSnatBindings, { params: { id: locationId }, signal }),
  });

function useInvalidateBindings(locationId: number) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: snatQuery(locationId).queryKey });
}

interface Binding {
  readonly userId: number;
  readonly publicIp: string;
}

/** With `isNew`, the user gets an address; else it is changed. */
export function useSaveBinding(locationId: number, isNew: boolean) {
  const onSuccess = useInvalidateBindings(locationId);
  return useMutation({
    mutationFn: ({ userId, publicIp }: Binding) =>
      isNew
        ? call(addSnatBinding, { params: { id: locationId }, body: { user_id: userId, public_ip: publicIp } })
        : call(updateSnatBinding, { params: { id: locationId, userId }, body: { public_ip: publicIp } }),
    onSuccess,
  });
}

export function useDeleteBinding(locationId: number) {
  const invalidate = useInvalidateBindings(locationId);
  return useMutation({
    itemKey: (userId) => String(userId),
    removesCaller: true,
    mutationFn: (userId: number) => call(deleteSnatBinding, { params: { id: locationId, userId } }),
    onSuccess: () => void invalidate(),
  });
}
