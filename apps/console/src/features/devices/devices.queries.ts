import {
  addDevice,
  deleteDevice,
  getDeviceConfig,
  getUser,
  switchOnDevice,
  updateDevice,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** Devices of a user with their assignments to locations, oldest first. */
export const devicesOfUserQuery = (username: string) =>
  queryOptions({
    queryKey: ['devices', 'of', username],
    queryFn: async ({ signal }) => (await call(getUser, { params: { username }, signal })).devices,
  });

/** The WireGuard file of a device for a location, with a placeholder for the private key. */
export const deviceConfigQuery = (deviceId: number, networkId: number) =>
  queryOptions({
    queryKey: ['devices', deviceId, 'config', networkId],
    queryFn: ({ signal }) =>
      call(getDeviceConfig, { params: { deviceId: String(deviceId), networkId: String(networkId) }, signal }),
  });

function useInvalidateDevices() {
  const queryClient = useQueryClient();
  // not awaited: the refetch unmounts a deleted device, and its success callback would not run
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['devices'] });
    void queryClient.invalidateQueries({ queryKey: ['users'] });
  };
}

export interface ChosenKey {
  readonly publicKey: string;
  /** Undefined when only the user has it. */
  readonly privateKey: string | undefined;
}

interface NewDevice {
  readonly name: string;
  /** Runs as part of the submission, so that an ignored submission generates no key pair. */
  readonly chooseKey: () => Promise<ChosenKey>;
}

/** Sends only the public key; the result has the private key that belongs to it. */
export function useAddDevice(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateDevices();
  return useMutation({
    mutationFn: async ({ name, chooseKey }: NewDevice) => {
      const { publicKey, privateKey } = await chooseKey();
      const body = { name, wireguard_pubkey: publicKey };
      const { configs } = await withReauthentication(() => call(addDevice, { params: { username }, body }));
      return { configs, privateKey };
    },
    onSuccess,
    // the private key must not stay in the cache
    gcTime: 0,
  });
}

export function useUpdateDevice(id: number) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateDevices();
  return useMutation({
    mutationFn: (device: BodyInputOf<typeof updateDevice>) =>
      withReauthentication(() => call(updateDevice, { params: { id: String(id) }, body: device })),
    onSuccess,
  });
}

export function useSwitchOnDevice() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateDevices();
  return useMutation({
    mutationFn: (id: number) => withReauthentication(() => call(switchOnDevice, { params: { id: String(id) } })),
    onSuccess,
  });
}

export function useRemoveDevice() {
  const onSuccess = useInvalidateDevices();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => call(deleteDevice, { params: { id: String(id) } }),
    onSuccess,
  });
}
