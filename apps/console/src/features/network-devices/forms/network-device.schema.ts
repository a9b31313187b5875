import { NewNetworkDevice } from '@gatewarden/contract/network-devices';
import { Note } from '@gatewarden/contract/primitives';
import { z } from 'zod';

/** Why the device cannot have the address, as a sentence. `index` is that of the network in the location. */
export type FindAddressFault = (address: string, index: number) => string | undefined;

const sharedFields = (findFault: FindAddressFault) => ({
  name: NewNetworkDevice.shape.name,
  description: Note,
  /** One of each network of the location. */
  addresses: z.array(z.string().trim()).superRefine((addresses, context) => {
    for (const [index, address] of addresses.entries()) {
      const message = address === '' ? 'required' : findFault(address, index);
      if (message !== undefined) context.addIssue({ code: 'custom', message, path: [index] });
    }
  }),
});

/** Values of the form for a new network device. */
export const newNetworkDeviceForm = (findFault: FindAddressFault) =>
  z.object({
    ...sharedFields(findFault),
    /** Id as text. */
    location: z.string().min(1, { error: 'required' }),
    /** Whether the configuration is a file, or what a command-line client on the device receives. */
    setup: z.enum(['file', 'client']),
    /** Empty if a key pair is generated. */
    wireguard_pubkey: z.union([z.literal(''), NewNetworkDevice.shape.wireguard_pubkey]),
  });
export type NewNetworkDeviceInput = z.input<ReturnType<typeof newNetworkDeviceForm>>;

/** Values of the form that changes one. */
export const editNetworkDeviceForm = (findFault: FindAddressFault) => z.object(sharedFields(findFault));
