import { NewNetworkDevice } from '@gatewarden/contract/network-devices';
import { Note } from '@gatewarden/contract/primitives';
import { parseAddress } from '@gatewarden/net/address';
import { z } from 'zod';

const shared = {
  name: NewNetworkDevice.shape.name,
  description: Note,
  /** One of each network of the location. */
  addresses: z.array(
    z
      .string()
      .trim()
      .refine((text) => parseAddress(text) !== undefined, { error: 'device_address_unavailable' }),
  ),
};

/** Values of the form for a new network device. */
export const NewNetworkDeviceForm = z.object({
  ...shared,
  /** Id as text. */
  location: z.string().min(1, { error: 'required' }),
  /** Whether the configuration is a file, or what a command-line client on the device receives. */
  setup: z.enum(['file', 'client']),
  /** Empty if a key pair is generated. */
  wireguard_pubkey: z.union([z.literal(''), NewNetworkDevice.shape.wireguard_pubkey]),
});
export type NewNetworkDeviceInput = z.input<typeof NewNetworkDeviceForm>;

/** Values of the form that changes one. */
export const EditNetworkDeviceForm = z.object(shared);
