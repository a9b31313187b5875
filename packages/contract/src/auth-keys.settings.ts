import { parseSubnet } from '@gatewarden/net/subnet';
import { z } from 'zod';
import { networkSchema } from './address-schemas.ts';
import { documented } from './documented.ts';
import { settingsSection } from './settings-section.ts';

export const authKeySettings = settingsSection({
  answer: z.object({
    /** Ours: networks and addresses that may read `/ssh_authorized_keys`; empty: no restriction. */
    ssh_authorized_keys_addresses: z.array(z.string()),
    /** Ours: whether `/ssh_authorized_keys` requires a token. */
    ssh_authorized_keys_token_set: z.boolean(),
  }),
  change: z.object({
    /** Networks and addresses that may read `/ssh_authorized_keys`; empty: no restriction. */
    ssh_authorized_keys_addresses: z
      .array(
        documented(
          z
            .string()
            .trim()
            .max(64)
            .refine((text) => parseSubnet(text) !== undefined, { error: 'network' }),
          networkSchema,
        ),
      )
      .max(256),
  }),
  defaults: { ssh_authorized_keys_addresses: [], ssh_authorized_keys_token_set: false },
  protects: ['ssh_authorized_keys_addresses'],
});
