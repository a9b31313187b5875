import {
  addNetworkDevice,
  checkNetworkDeviceIps,
  deleteNetworkDevice,
  getNetworkDeviceConfig,
  listNetworkDevices,
  restartNetworkDevice,
  startNetworkDevice,
  suggestNetworkDeviceIps,
  updateNetworkDevice,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { generateKeyPair } from '../devices/index.ts';

/** All network devices, by name. */
export const networkDevicesQuery = () =>
  queryOptions({ queryKey: ['devices', 'network'], queryFn: ({ signal }) => call(listNetworkDevices, { signal }) });

/** A free address in each network of the location. */
export const suggestionsQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['devices', 'network', 'suggestions', locationId],
    queryFn: ({ signal }) => call(suggestNetworkDeviceIps, { params: { locationId }, signal }),
    staleTime: 0,
  });

/** Whether a device could have these addresses, in their order. */
export const addressChecksQuery = (locationId: number, ips: string[]) =>
  queryOptions({
    queryKey: ['devices', 'network', 'checks', locationId, ips],
    queryFn: ({ signal }) => call(checkNetworkDeviceIps, { params: { locationId }, body: { ips }, signal }),
    staleTime: 0,
  });

/** The WireGuard file, with a placeholder for the private key. */
export const networkDeviceConfigQuery = (id: number) =>
  queryOptions({
    queryKey: ['devices', 'network', id, 'config'],
    queryFn: ({ signal }) => call(getNetworkDeviceConfig, { params: { id }, signal }),
  });

function useInvalidateDevices() {
  const queryClient = useQueryClient();
  // not awaited: the refetch unmounts a deleted device, and its success callback would not run
  return () => void queryClient.invalidateQueries({ queryKey: ['devices'] });
}

type NewNetworkDevice = Omit<BodyInputOf<typeof addNetworkDevice>, 'wireguard_pubkey'> & {
  /** Undefined: a key pair is generated. */
  publicKey: string | undefined;
};

/** Sends only the public key; the result has the private key that belongs to it, unless the user has it elsewhere. */
export function useAddNetworkDevice() {
  const onSuccess = useInvalidateDevices();
  return useMutation({
    mutationFn: async ({ publicKey, ...device }: NewNetworkDevice) => {
      const keys = publicKey === undefined ? await generateKeyPair() : { publicKey, privateKey: undefined };
      const added = await call(addNetworkDevice, { body: { ...device, wireguard_pubkey: keys.publicKey } });
      return { ...added, privateKey: keys.privateKey };
    },
    onSuccess,
    // the private key must not stay in the cache
    gcTime: 0,
  });
}

/** Adds a device without a key. The result has the token for the command-line client. */
export function useStartNetworkDevice() {
  const onSuccess = useInvalidateDevices();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof startNetworkDevice>) => call(startNetworkDevice, { body }),
    onSuccess,
    // the token must not stay in the cache
    gcTime: 0,
  });
}

/** Issues a new token for the command-line client of a device. */
export function useRestartNetworkDevice() {
  return useMutation({
    mutationFn: (id: number) => call(restartNetworkDevice, { params: { id } }),
    // the token must not stay in the cache
    gcTime: 0,
  });
}

export function useUpdateNetworkDevice(id: number) {
  const onSuccess = useInvalidateDevices();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof updateNetworkDevice>) => call(updateNetworkDevice, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteNetworkDevice() {
  const onSuccess = useInvalidateDevices();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => call(deleteNetworkDevice, { params: { id } }),
    onSuccess,
  });
}
