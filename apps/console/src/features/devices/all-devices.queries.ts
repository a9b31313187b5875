import { deleteDevices, listAllDevices, restoreDevice } from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** Devices of all users, oldest first. */
export const allDevicesQuery = () =>
  queryOptions({ queryKey: ['devices', 'all'], queryFn: ({ signal }) => call(listAllDevices, { signal }) });

function useInvalidateAll() {
  const queryClient = useQueryClient();
  return () => {
    for (const topic of ['devices', 'users']) void queryClient.invalidateQueries({ queryKey: [topic] });
  };
}

/** Removes all of them or none. */
export function useRemoveDevices() {
  const onSuccess = useInvalidateAll();
  return useMutation({
    removesCaller: true,
    mutationFn: (devices: number[]) => call(deleteDevices, { body: { devices } }),
    onSuccess,
  });
}

/** Restores devices that this session removed a moment ago, one after another. Returns how many, up to the first failure. */
export function useRestoreDevices() {
  const onSettled = useInvalidateAll();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    removesCaller: true,
    mutationFn: async (ids: readonly number[]) => {
      let restored = 0;
      try {
        for (const id of ids) {
          await withReauthentication(() => call(restoreDevice, { params: { id: String(id) } }));
          restored += 1;
        }
        return { restored };
      } catch (error) {
        if (restored === 0) throw error;
        return { restored, error };
      }
    },
    onSettled,
  });
}
