import { ProviderInput } from '@gatewarden/contract/identity-providers';
import { z } from 'zod';

const { shape } = ProviderInput;
const placeholders = ['COMPANY', 'TENANT'];

/** The fields of the form; the rest of a provider belongs to directory sync. */
export const ProviderFields = z.object({
  kind: shape.kind.unwrap(),
  name: shape.name,
  display_name: shape.display_name.unwrap().unwrap(),
  base_url: shape.base_url.superRefine((address, context) => {
    const placeholder = placeholderIn(address);
    if (placeholder === undefined) return;
    context.addIssue({
      code: 'custom',
      message: `openid_base_url_placeholder?${new URLSearchParams({ placeholder })}`,
    });
  }),
  client_id: shape.client_id,
  client_secret: shape.client_secret.unwrap().unwrap(),
  enabled: z.boolean(),
  link_by_email: z.boolean(),
  trust_second_factor: z.boolean(),
  acr_values: shape.acr_values.unwrap(),
  group_claim: shape.group_claim.unwrap().unwrap(),
  group_mapping: shape.group_mapping.unwrap(),
});

/** A new provider has no stored secret. */
export const NewProviderFields = ProviderFields.extend({
  client_secret: ProviderFields.shape.client_secret.min(1),
});

/** The part of the address of a preset that the administrator has not replaced, undefined without one. */
function placeholderIn(address: string): string | undefined {
  const parts = address.split(/[/.]/);
  return placeholders.find((word) => parts.includes(word));
}
