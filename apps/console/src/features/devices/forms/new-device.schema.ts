import { NewDevice } from '@gatewarden/contract/devices';
import { z } from 'zod';
import { platforms } from '../platform.ts';

const NewDeviceFields = NewDevice.pick({ name: true }).extend({
  platform: z.enum(platforms),
  /** Empty if a key pair is generated. */
  wireguard_pubkey: z.union([z.literal(''), NewDevice.shape.wireguard_pubkey]),
});
export type NewDeviceFields = z.infer<typeof NewDeviceFields>;

/** Rejects names of other devices of the owner before submission; the server checks again. */
export function newDeviceSchema(takenNames: ReadonlySet<string>): z.ZodType<NewDeviceFields, NewDeviceFields> {
  return NewDeviceFields.superRefine(({ name }, context) => {
    if (takenNames.has(name)) context.addIssue({ code: 'custom', path: ['name'], message: 'device_name_taken' });
  });
}
