import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, line } from './primitives.ts';

/** At most this many objects of each kind are found. */
export const maxSearchResultsPerKind = 8;

/**
 * How well an object matches: a name, an address or a key is the query; begins with it; a word begins with it; it
 * contains it.
 */
const Match = z.enum(['exact', 'start', 'word', 'part']);
const match = { match: Match } as const;

export const SearchResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    ...match,
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_active: z.boolean(),
  }),
  z.object({ kind: z.literal('group'), ...match, id: Id, name: z.string() }),
  /** `address` has the addresses of its gateways; empty for callers who are not administrators. */
  z.object({ kind: z.literal('location'), ...match, id: Id, name: z.string(), address: z.array(z.string()) }),
  z.object({
    kind: z.literal('gateway'),
    ...match,
    id: z.uuid(),
    name: z.string(),
    /** Where its connection came from last. */
    ip: z.string().nullable(),
    location_id: Id,
    location_name: z.string(),
  }),
  z.object({
    kind: z.literal('device'),
    ...match,
    id: Id,
    name: z.string(),
    public_key: z.string().nullable(),
    /** Those that the query is the beginning of first; at most 10. */
    address: z.array(z.string()),
    owner: z.object({ username: z.string(), first_name: z.string(), last_name: z.string() }),
  }),
  z.object({
    kind: z.literal('network_device'),
    ...match,
    id: Id,
    name: z.string(),
    /** As of `device`. */
    address: z.array(z.string()),
    location_name: z.string(),
  }),
  /** If a deployed rule has a pending change, the change. */
  z.object({ kind: z.literal('access_rule'), ...match, id: Id, name: z.string() }),
  /** As `access_rule`. */
  z.object({ kind: z.literal('access_alias'), ...match, id: Id, name: z.string() }),
]);
export type SearchResult = z.infer<typeof SearchResult>;

/**
 * All words of `q` must be in the names of an object, ignoring case and accents; or `q` is the beginning of an address,
 * a subnet that contains it, or the beginning of a public key.
 *
 * Administrators find all users, groups, locations, gateways, devices of users, network devices, access rules and
 * aliases. Other users find their own devices and, by name, the locations that they may use; nothing else, neither by
 * its name nor by its address or key.
 * A token finds the kinds whose area it may read. While the VPN module is off, there are only users and groups.
 */
export const search = endpoint({
  method: 'GET',
  path: '/search',
  access: 'user',
  area: 'basics',
  summary: 'Find objects by name, address, public key or email address',
  query: z.object({ q: line(128, 1) }),
  /** By kind; those of a kind by `match`, then by name. */
  response: z.array(SearchResult),
});
