// Reads user, group, group_member, location, location_network, location_group, component, device, device_address,
// access_rule and access_alias; each is written by its own feature.
import { maxSearchResultsPerKind } from '@gatewarden/contract/search';
import type { AddressRange } from '@gatewarden/net/address-prefix';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';
import { entitledUsers } from '../locations/index.ts';
import { isVpnEnabled } from '../users/index.ts';

export interface Search {
  /** As typed, trimmed. */
  readonly text: string;
  readonly words: readonly string[];
  /** Addresses that begin with the text. */
  readonly ranges: readonly AddressRange[];
  /** The text, if public keys may begin with it. */
  readonly key: string | undefined;
}

/** Position of a match in the list of the contract. */
type Rank = 0 | 1 | 2 | 3;

interface FoundRow<Kind extends string, Values> {
  readonly kind: Kind;
  readonly rank: Rank;
  readonly values: Values;
}

interface Person {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}

export type SearchRow =
  | FoundRow<'user', Person & { readonly email: string; readonly is_active: boolean }>
  | FoundRow<'group', { readonly id: number; readonly name: string }>
  | FoundRow<'location', { readonly id: number; readonly name: string; readonly address: string[] }>
  | FoundRow<
      'gateway',
      { readonly id: string; readonly name: string; readonly ip: string | null } & {
        readonly location_id: number;
        readonly location_name: string;
      }
    >
  | FoundRow<
      'device',
      { readonly id: number; readonly name: string; readonly public_key: string | null } & {
        readonly address: string[];
        readonly owner: Person;
      }
    >
  | FoundRow<
      'network_device',
      { readonly id: number; readonly name: string; readonly address: string[]; readonly location_name: string }
    >
  | FoundRow<'access_rule' | 'access_alias', { readonly id: number; readonly name: string }>;

export type SearchKind = SearchRow['kind'];

/** What a part of the statement returns; `sorting` is lower case. */
type Part = RawBuilder<SearchRow & { readonly sorting: string }>;

/** Devices whose address matches; more are of no use. A short beginning of an address matches nearly all. */
const maxDevicesByAddress = 100;
const maxAddresses = 10;

/** Objects of these kinds, for administrators: all; those of a kind by rank and name. */
export function findObjects(db: Database, kinds: readonly SearchKind[], search: Search): Promise<SearchRow[]> {
  const parts: Readonly<Record<SearchKind, (search: Search) => Part>> = {
    user: findUsers,
    group: findGroups,
    location: findLocations,
    gateway: findGateways,
    device: findDevices,
    network_device: findNetworkDevices,
    access_rule: findAccessRules,
    access_alias: findAccessAliases,
  };
  return execute(
    db,
    kinds.map((kind) => parts[kind](search)),
  );
}

/** As `findObjects`, for a user: own devices, and by name the locations that the user may use. */
export function findOwnObjects(
  db: Database,
  kinds: readonly SearchKind[],
  search: Search,
  userId: number,
): Promise<SearchRow[]> {
  const parts: Partial<Readonly<Record<SearchKind, (search: Search, userId: number) => Part>>> = {
    location: findUsableLocations,
    device: findOwnDevices,
  };
  return execute(
    db,
    kinds.flatMap((kind) => parts[kind]?.(search, userId) ?? []),
  );
}

async function execute(db: Database, parts: readonly Part[]): Promise<SearchRow[]> {
  if (parts.length === 0) return [];
  const each = parts.map(
    (part) => sql`(select kind, rank, values from (${part}) p order by rank, sorting limit ${limit})`,
  );
  const { rows } = await sql<SearchRow>`${plannedEachTime} ${sql.join(each, sql` union all `)}`.execute(db);
  return rows;
}

function findUsers({ text, words }: Search): Part {
  return sql`
    select 'user' as kind, ${rankOf(sql`u.searchable`, text)} as rank, lower(u.username) as sorting,
      ${person} || jsonb_build_object('email', u.email, 'is_active', u.is_active) as values
    from "user" u where ${contains(sql`u.searchable`, words)}`;
}

function findGroups({ text, words }: Search): Part {
  return sql`
    select 'group' as kind, ${rankOf(sql`g.searchable`, text)} as rank, lower(g.name) as sorting,
      jsonb_build_object('id', g.id, 'name', g.name) as values
    from "group" g where ${contains(sql`g.searchable`, words)}`;
}

function findLocations({ text, words, ranges, key }: Search): Part {
  const host = sql`host(n.address)::inet`;
  return sql`
    select 'location' as kind, f.rank, lower(l.name) as sorting, jsonb_build_object('id', l.id, 'name', l.name,
      'address', array(select a.address::text from location_network a where a.location_id = l.id order by a.position)) as values
    from (
      select id, min(rank) as rank from (
        select l.id, ${rankOf(sql`l.searchable`, text)} as rank from location l where ${contains(sql`l.searchable`, words)}
        union all
        select n.location_id, case when ${host} between r.first and r.last then ${rankIn(host)} else 3 end
          from location_network n join ${rangesAsRows(ranges)} as r(first, last)
            on ${host} between r.first and r.last or (network(n.address) >>= r.first and network(n.address) >>= r.last)
        union all
        select l.id, 1 from location l where ${startsWith(sql`l.public_key`, key)}
      ) each group by id
    ) f join location l on l.id = f.id where ${isVpnEnabled}`;
}

/** Without their addresses and keys, and not found by them. */
function findUsableLocations({ text, words }: Search, userId: number): Part {
  const matching = sql`select l.id from location l where ${contains(sql`l.searchable`, words)}`;
  return sql`
    select 'location' as kind, ${rankOf(sql`l.searchable`, text)} as rank, lower(l.name) as sorting,
      jsonb_build_object('id', l.id, 'name', l.name, 'address', array[]::text[]) as values
    from ${entitledUsers(matching, sql`select ${userId}::int`)} e join location l on l.id = e.location_id
    where ${isVpnEnabled}`;
}

function findGateways({ text, words, ranges }: Search): Part {
  const name = sql`coalesce(c.name, c.hostname)`;
  const searchable = sql`search_text(E'\n' || ${name} || E'\n' || c.hostname || E'\n')`;
  return sql`
    select 'gateway' as kind, coalesce(r.rank, ${rankOf(searchable, text)}) as rank, lower(${name}) as sorting,
      jsonb_build_object('id', c.id, 'name', ${name}, 'ip', host(c.ip), 'location_id', l.id, 'location_name', l.name) as values
    from component c join location l on l.id = c.location_id
      left join lateral (
        select min(${rankIn(sql`c.ip`)}) as rank from ${rangesAsRows(ranges)} as r(first, last) where c.ip between r.first and r.last
      ) r on true
    where c.kind = 'gateway' and c.removed_at is null and ${isVpnEnabled}
      and (r.rank is not null or ${contains(searchable, words)})`;
}

function findDevices(search: Search): Part {
  const { words, ranges } = search;
  // a word may also be one of the owner's names
  const byName = sql`d.searchable like any(${patternsOf(words)})
    and ${contains(sql`(d.searchable || u.searchable)`, words)}`;
  // by location, in which addresses are indexed; without its own limit, the outer one makes reading all addresses look cheap
  const byAddress = sql`
    select a.device_id as id, ${rankIn(sql`a.address`)} as rank
    from location l cross join ${rangesAsRows(ranges)} as r(first, last)
      cross join lateral (
        select device_id, address from device_address
        where location_id = l.id and address between r.first and r.last limit ${maxDevicesByAddress}
      ) a
    limit ${maxDevicesByAddress}`;
  return devicesOf(search, byName, byAddress);
}

function findOwnDevices(search: Search, userId: number): Part {
  const { words, ranges } = search;
  const isOwn = sql`d.user_id = ${userId}`;
  const byAddress = sql`
    select d.id, ${rankIn(sql`a.address`)} as rank
    from device d join device_address a on a.device_id = d.id
      join ${rangesAsRows(ranges)} as r(first, last) on a.address between r.first and r.last
    where ${isOwn}`;
  return devicesOf(search, contains(sql`d.searchable`, words), byAddress, isOwn);
}

function devicesOf(
  { text, ranges, key }: Search,
  byName: RawBuilder<unknown>,
  byAddress: RawBuilder<unknown>,
  isIncluded: RawBuilder<unknown> = sql`true`,
): Part {
  return sql`
    select 'device' as kind, p.rank, p.sorting, jsonb_build_object('id', d.id, 'name', d.name, 'public_key', d.public_key,
      'owner', ${person}, 'address', ${addressesOf(ranges)}) as values
    from (
      select f.id, f.rank, lower(d.name) as sorting from (
        select id, min(rank) as rank from (
          select d.id, ${rankOf(sql`d.searchable`, text)} as rank
            from device d join "user" u on u.id = d.user_id where ${byName} and ${isIncluded}
          union all
          (${byAddress})
          union all
          select d.id, 1 from device d where ${startsWith(sql`d.public_key`, key)} and ${isIncluded}
        ) each group by id
      ) f join device d on d.id = f.id
      where d.kind = 'user' and ${isVpnEnabled}
      order by f.rank, sorting limit ${limit}
    ) p join device d on d.id = p.id join "user" u on u.id = d.user_id`;
}

/** There are few of them, so each one is examined. */
function findNetworkDevices({ text, words, ranges, key }: Search): Part {
  return sql`
    select 'network_device' as kind, f.rank, lower(d.name) as sorting, jsonb_build_object('id', d.id, 'name', d.name,
      'location_name', (select l.name from device_address a join location l on l.id = a.location_id
        where a.device_id = d.id order by a.position limit 1),
      'address', ${addressesOf(ranges)}) as values
    from (
      select id, min(rank) as rank from (
        select d.id, ${rankOf(sql`d.searchable`, text)} as rank from device d where ${contains(sql`d.searchable`, words)}
        union all
        select a.device_id, ${rankIn(sql`a.address`)}
          from device n join device_address a on a.device_id = n.id
            join ${rangesAsRows(ranges)} as r(first, last) on a.address between r.first and r.last
          where n.kind = 'network'
        union all
        select d.id, 1 from device d where ${startsWith(sql`d.public_key`, key)}
      ) each group by id
    ) f join device d on d.id = f.id
    where d.kind = 'network' and ${isVpnEnabled}`;
}

const findAccessRules = (search: Search): Part => accessObjects('access_rule', search);
const findAccessAliases = (search: Search): Part => accessObjects('access_alias', search);

/** By name; a pending change replaces its deployed object. */
function accessObjects(table: 'access_rule' | 'access_alias', { text, words }: Search): Part {
  const searchable = sql`search_text(E'\n' || o.name || E'\n')`;
  return sql`
    select ${sql.lit(table)} as kind, ${rankOf(searchable, text)} as rank, lower(o.name) as sorting,
      jsonb_build_object('id', o.id, 'name', o.name) as values
    from ${sql.table(table)} o
    where not exists (select from ${sql.table(table)} child where child.parent_id = o.id)
      and ${contains(searchable, words)} and ${isVpnEnabled}`;
}

/** Of the device `d`, those in the ranges first. */
function addressesOf(ranges: readonly AddressRange[]) {
  const isMatching = sql`exists (select from ${rangesAsRows(ranges)} as r(first, last) where a.address between r.first and r.last)`;
  return sql`array(
    select host(a.address) from device_address a where a.device_id = d.id
    order by ${isMatching} desc, a.location_id, a.position limit ${maxAddresses})`;
}

const limit = maxSearchResultsPerKind;

const person = sql`jsonb_build_object('username', u.username, 'first_name', u.first_name, 'last_name', u.last_name)`;

/** Every word is in the text; of a single letter or digit, which nearly every name contains, a name begins with it. */
function contains(searchable: RawBuilder<unknown>, words: readonly string[]) {
  return sql`${searchable} like all(${patternsOf(words)})`;
}

/** A subquery without references, which is executed once. */
function patternsOf(words: readonly string[]) {
  const [only = ''] = words;
  const before = words.length === 1 && /^[\x20-\x7e]$/.test(only) ? '%\n' : '%';
  const escaped = words.map(escapeLike);
  return sql`(select array_agg(${before} || search_text(word) || '%') from unnest(${escaped}::text[]) word)::text[]`;
}

/** `searchable` has each name between line ends. */
function rankOf(searchable: RawBuilder<unknown>, text: string) {
  const whole = sql`search_text(${escapeLike(text)})`;
  return sql`case
    when ${searchable} like (select E'%\n' || ${whole} || '%') then
      case when ${searchable} like (select E'%\n' || ${whole} || E'\n%') then 0 else 1 end
    when ${searchable} like any(
      (select array_agg('%' || mark || ${whole} || '%') from unnest(${wordMarks}::text[]) mark)::text[]) then 2
    else 3 end`;
}

/** Characters before words of a name, apart from the first. */
const wordMarks = [' ', '-', '.', '@', '\\_', '(', '/'];

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Of an address in the range `r`. */
const rankIn = (address: RawBuilder<unknown>) =>
  sql`case when r.first = r.last and ${address} = r.first then 0 else 1 end`;

function rangesAsRows(ranges: readonly AddressRange[]) {
  return sql`unnest(${ranges.map(({ first }) => first)}::inet[], ${ranges.map(({ last }) => last)}::inet[])`;
}

function startsWith(key: RawBuilder<unknown>, start: string | undefined) {
  return start === undefined ? sql`false` : sql`starts_with(${key}, ${start})`;
}
