// Reads group and group_member for the groups of a user; groups writes them.
import { type SqlBool, sql } from 'kysely';
import type { FilterTable } from '../filter/compile-filter.queries.ts';
import { userSchema } from '../protocol/schemas.ts';

const work = sql`'work'`;
const yes = sql`true`;
const fullName = sql`btrim(u.first_name || ' ' || u.last_name)`;

/**
 * Finds by indexes. An account that SCIM does not manage is also found by its email address, which is its userName at
 * most identity providers: they look for an account before they adopt or create it.
 */
function hasUserName(value: string) {
  const wanted = sql`lower(${value}::text collate "C")`;
  return sql<SqlBool>`u.id in (
    select user_id from scim_user where lower(user_name collate "C") = ${wanted} and deleted_at is null
    union all select x.id from "user" x where lower(x.username collate "C") = ${wanted}
      and not exists (select from scim_user y where y.user_id = x.id)
    union all select x.id from "user" x where lower(x.email collate "C") = ${wanted}
      and not exists (select from scim_user y where y.user_id = x.id))`;
}

/** The id of a resource in a comparison; no other text is one. */
const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function isResourceId(text: string): boolean {
  return uuidPattern.test(text);
}

/** Of user `u` and its row `s` of `scim_user`. */
export const userFilterTable: FilterTable = {
  schema: userSchema.toLowerCase(),
  attributes: {
    id: {
      type: 'exact',
      expression: sql`u.scim_id::text`,
      equals: (value) => (isResourceId(value) ? sql<SqlBool>`u.scim_id = ${value}::uuid` : sql<SqlBool>`false`),
    },
    externalid: {
      type: 'exact',
      expression: sql`s.external_id`,
      equals: (value) => sql<SqlBool>`u.id in (select user_id from scim_user where external_id = ${value})`,
    },
    username: { type: 'text', expression: sql`coalesce(s.user_name, u.username)`, equals: hasUserName },
    displayname: { type: 'text', expression: sql`coalesce(s.display_name, ${fullName})` },
    'name.givenname': { type: 'text', expression: sql`nullif(u.first_name, '')` },
    'name.familyname': { type: 'text', expression: sql`nullif(u.last_name, '')` },
    'name.formatted': { type: 'text', expression: fullName },
    'emails.value': {
      type: 'text',
      expression: sql`u.email`,
      equals: (value) => sql<SqlBool>`lower(u.email collate "C") = lower(${value}::text collate "C")`,
    },
    'emails.type': { type: 'text', expression: work },
    'emails.primary': { type: 'boolean', expression: yes },
    'phonenumbers.value': { type: 'text', expression: sql`u.phone` },
    'phonenumbers.type': {
      type: 'text',
      expression: sql`case when u.phone is not null then coalesce(s.phone_type, 'work') end`,
    },
    active: { type: 'boolean', expression: sql`u.is_active` },
    'groups.value': { type: 'exact', expression: sql`g.scim_id::text` },
    'groups.display': { type: 'text', expression: sql`g.name` },
    'meta.created': { type: 'instant', expression: sql`u.created_at` },
    'meta.lastmodified': { type: 'instant', expression: sql`u.modified_at` },
    'meta.resourcetype': { type: 'text', expression: sql`'User'` },
  },
  items: {
    emails: 'one',
    phonenumbers: 'one',
    groups: {
      exists: (condition) => sql<SqlBool>`exists (select from group_member m join "group" g on g.id = m.group_id
        where m.user_id = u.id and ${condition})`,
    },
  },
};
