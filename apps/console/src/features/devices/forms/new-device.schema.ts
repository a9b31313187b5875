import { NewDevice } from '@gatewarden/contract/devices';
import type { z } from 'zod';

export const DeviceName = NewDevice.pick({ name: true });
export type DeviceName = z.infer<typeof DeviceName>;

export const PastedKey = NewDevice.pick({ wireguard_pubkey: true });
export type PastedKey = z.infer<typeof PastedKey>;
