import { z } from 'zod';
import { ipv4Pattern } from './address-schemas.ts';
import { documented } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { Id, PathId } from './primitives.ts';

/** The source address of connections of a user's devices that leave the gateways of a location. */
export const SnatBinding = z.object({
  id: Id,
  user_id: Id,
  location_id: Id,
  public_ip: z.string(),
});
export type SnatBinding = z.infer<typeof SnatBinding>;

/** IPv4 or IPv6. */
const PublicIp = documented(z.string().max(64), {
  type: 'string',
  format: 'ipv4',
  maxLength: 64,
  pattern: ipv4Pattern,
});

const LocationParam = z.object({ id: PathId });
const BindingParam = z.object({ id: PathId, userId: PathId });
const common = { access: 'admin', area: 'locations', enterprise: 'public_addresses' } as const;

export const listSnatBindings = endpoint({
  ...common,
  method: 'GET',
  path: '/network/:id/snat',
  summary: 'List the public addresses of users in a location',
  params: LocationParam,
  response: z.array(SnatBinding),
  errors: ['location_not_found'],
});

export const addSnatBinding = endpoint({
  ...common,
  method: 'POST',
  path: '/network/:id/snat',
  summary: 'Give the devices of a user a public address in a location',
  params: LocationParam,
  body: z.object({ user_id: Id, public_ip: PublicIp }),
  response: SnatBinding,
  status: 201,
  errors: ['location_not_found', 'user_not_found', 'snat_binding_exists', 'public_ip_invalid'],
});

export const updateSnatBinding = endpoint({
  ...common,
  method: 'PUT',
  path: '/network/:id/snat/:userId',
  summary: 'Change the public address of a user in a location',
  params: BindingParam,
  body: z.object({ public_ip: PublicIp }),
  response: SnatBinding,
  errors: ['location_not_found', 'snat_binding_not_found', 'public_ip_invalid'],
});

export const deleteSnatBinding = endpoint({
  ...common,
  method: 'DELETE',
  path: '/network/:id/snat/:userId',
  summary: 'Remove the public address of a user in a location',
  params: BindingParam,
  response: z.null(),
  errors: ['location_not_found', 'snat_binding_not_found'],
});
