import { parseAddress } from '@gatewarden/net/address';
import { isReservedAddress } from '@gatewarden/net/check-networks';
import { z } from 'zod';

/** The rules are those of the server. */
export const BindingForm = z.object({
  user: z.string().min(1, { error: 'required' }),
  public_ip: z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .refine(
      (text) => {
        const address = parseAddress(text);
        return address !== undefined && !isReservedAddress(address);
      },
      { error: 'public_ip_invalid' },
    ),
});
export type BindingInput = z.input<typeof BindingForm>;
