import { EditLocation } from '@gatewarden/contract/locations';
import { parseInterfaceAddressList } from '@gatewarden/net/address-list';
import { checkNetworks, type NetworksProblem } from '@gatewarden/net/check-networks';
import { parseSubnet } from '@gatewarden/net/subnet';
import { z } from 'zod';
import { separator } from './list-separator.ts';

type Context = z.core.$RefinementCtx<string[]>;

/** The API has each list as one string; the limits apply to it. */
const maxCharacters = { address: 2048, allowed_ips: 8192 } as const;

/** Who can connect: everyone, or the members of groups, of which the form then needs at least one. */
const Access = z.object({ access: z.enum(['everyone', 'groups']), allowed_groups: z.array(z.unknown()) });

/**
 * Values of the location form, with lists as arrays. The rules are those of the server. While everyone can connect, the
 * groups that were selected before are retained, but not stored.
 */
export const LocationForm = EditLocation.pick({
  name: true,
  endpoint: true,
  port: true,
  dns: true,
  allowed_groups: true,
  keepalive_interval: true,
  peer_disconnect_threshold: true,
  acl_enabled: true,
  acl_default_allow: true,
  location_mfa_mode: true,
  mfa_session_hours: true,
  masquerade: true,
})
  .extend({
    access: Access.shape.access,
    address: z.array(z.string()).superRefine(checkAddresses),
    allowed_ips: z.array(z.string()).superRefine(checkAllowedIps),
  })
  .refine(({ access, allowed_groups }) => access === 'everyone' || allowed_groups.length > 0, {
    path: ['allowed_groups'],
    error: 'required',
    // otherwise only once all other fields are valid
    when: ({ value }) => Access.safeParse(value).success,
  });
export type LocationInput = z.input<typeof LocationForm>;
export type LocationValues = z.output<typeof LocationForm>;

function checkAddresses(entries: string[], context: Context): void {
  checkEntries(entries, 'address_invalid', context);
  checkLength(entries, maxCharacters.address, context);
  const list = parseInterfaceAddressList(entries.join());
  const problem = list.kind === 'list' ? checkNetworks(list.items) : undefined;
  if (problem) report(context, faultOf(problem));
}

function checkAllowedIps(entries: string[], context: Context): void {
  const bad = entries.find((entry) => parseSubnet(entry) === undefined);
  if (bad !== undefined) report(context, `allowed_ips_invalid?${new URLSearchParams({ item: bad })}`);
  checkLength(entries, maxCharacters.allowed_ips, context);
}

/** Reports the first entry that is not a network. */
function checkEntries(entries: string[], fault: string, context: Context): void {
  const bad = entries.findIndex((entry) => parseSubnet(entry) === undefined);
  if (bad >= 0) report(context, fault, bad);
}

function checkLength(entries: string[], max: number, context: Context): void {
  if (entries.join(separator).length > max) report(context, `too_long?count=${max}`);
}

/** `entry` is the index of the invalid entry, if there is exactly one. */
function report(context: Context, message: string, entry?: number): void {
  context.addIssue({ code: 'custom', message, path: entry === undefined ? [] : [entry] });
}

function faultOf(problem: NetworksProblem): string {
  switch (problem.kind) {
    case 'no-network':
      return 'required';
    case 'reserved-network':
      return `network_reserved?${new URLSearchParams({ item: problem.network.text })}`;
    case 'unusable-gateway-address':
      return `gateway_address_unusable?${new URLSearchParams({ item: problem.network.text })}`;
    case 'overlapping-networks':
      return `networks_overlap?${new URLSearchParams({ item: problem.network.text, other: problem.other.text })}`;
  }
}
