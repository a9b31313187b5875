import {
  addDevice,
  deleteDevice,
  getDeviceConfig,
  getUser,
  restoreDevice,
  switchOnDevice,
  updateDevice,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { UserDevice } from '@gatewarden/contract/users';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';
import { generateKeyPair } from './wireguard-keys.ts';

/** Devices of a user with their assignments to locations, oldest first. */
export const devicesOfUserQuery = (username: string) =>
  queryOptions({
    queryKey: ['devices', 'of', username],
    queryFn: async ({ signal }) => (await call(getUser, { params: { username }, signal })).devices,
  });

/** Owner of devices, for administrators. */
export const ownerQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'owner', username],
    queryFn: async ({ signal }) => (await call(getUser, { params: { username }, signal })).user,
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

interface NewDevice {
  readonly name: string;
  /** Undefined: a key pair is generated. */
  readonly publicKey: string | undefined;
}

/**
 * Sends only the public key; the result has the private key that belongs to it, unless only the user has it. The key pair
 * is generated as part of the submission, so an ignored submission generates none.
 */
export function useAddDevice(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateDevices();
  return useMutation({
    mutationFn: async ({ name, publicKey }: NewDevice) => {
      const keys = publicKey === undefined ? await generateKeyPair() : { publicKey, privateKey: undefined };
      const body = { name, wireguard_pubkey: keys.publicKey };
      const { device, configs } = await withReauthentication(() => call(addDevice, { params: { username }, body }));
      return { device, configs, privateKey: keys.privateKey };
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

/**
 * Gives a device a new key pair; the result has its private key, which only this browser knows, and the configurations. These
 * are fetched first: once the key is replaced, nothing may fail.
 */
export function useReplaceKey({ id, name, description, networks }: UserDevice) {
  const withReauthentication = useWithReauthentication();
  const queryClient = useQueryClient();
  const onSuccess = useInvalidateDevices();
  return useMutation({
    mutationFn: async () => {
      const configs = await Promise.all(
        networks.map(async ({ network_id, network_name }) => {
          const config = await queryClient.fetchQuery({ ...deviceConfigQuery(id, network_id), staleTime: 0 });
          return { network_id, network_name, config };
        }),
      );
      const { publicKey, privateKey } = await generateKeyPair();
      const body = { name, description, wireguard_pubkey: publicKey };
      await withReauthentication(() => call(updateDevice, { params: { id: String(id) }, body }));
      return { configs, privateKey };
    },
    onSuccess,
    // the private key must not stay in the cache
    gcTime: 0,
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

/** Restores a device that this session removed a moment ago. */
export function useRestoreDevice() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateDevices();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => withReauthentication(() => call(restoreDevice, { params: { id: String(id) } })),
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
