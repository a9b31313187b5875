import { ProviderInput } from '@gatewarden/contract/identity-providers';
import { z } from 'zod';

const { shape } = ProviderInput;

/** The fields of the form; the rest of a provider belongs to directory sync. */
export const ProviderFields = z.object({
  kind: shape.kind.unwrap(),
  name: shape.name,
  display_name: shape.display_name.unwrap().unwrap(),
  base_url: shape.base_url,
  client_id: shape.client_id,
  client_secret: shape.client_secret.unwrap().unwrap(),
  enabled: z.boolean(),
  link_by_email: z.boolean(),
  trust_second_factor: z.boolean(),
  acr_values: shape.acr_values.unwrap(),
  group_claim: shape.group_claim.unwrap().unwrap(),
  group_mapping: shape.group_mapping.unwrap(),
});
