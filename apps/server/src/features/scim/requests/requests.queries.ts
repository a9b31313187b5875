// Reads user and group for the names of what requests concern; other features write them.
import { scimRequestPageSize } from '@gatewarden/contract/scim';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { isResourceId } from '../users/user-filter.queries.ts';

export interface NewScimRequestRow {
  readonly at: Date;
  readonly token_name: string;
  readonly method: string;
  readonly resource_type: string;
  readonly resource: string;
  readonly status: number;
  readonly detail: string | null;
}

export interface ScimRequestRow extends NewScimRequestRow {
  readonly id: number;
}

const columns = ['id', 'at', 'token_name', 'method', 'resource_type', 'resource', 'status', 'detail'] as const;

/** An id in place of the resource is replaced by the name that belongs to it. */
export async function insertRequest(db: Database, request: NewScimRequestRow): Promise<void> {
  const { resource } = request;
  const name = sql<string>`coalesce(
    (select coalesce(s.user_name, u.username) from "user" u left join scim_user s on s.user_id = u.id
      where u.scim_id = ${resource}::uuid),
    (select name from "group" where scim_id = ${resource}::uuid),
    ${resource})`;
  const known = isResourceId(resource) ? name : resource;
  await db
    .insertInto('scim_request')
    .values({ ...request, resource: known })
    .execute();
}

/** Latest first, one more than a page if there are more. */
export function listRequests(db: Database, before: number | undefined): Promise<ScimRequestRow[]> {
  const requests = db
    .selectFrom('scim_request')
    .select(columns)
    .orderBy('id', 'desc')
    .limit(scimRequestPageSize + 1);
  return (before === undefined ? requests : requests.where('id', '<', before)).execute();
}

/** Deletes old ones, and all but the latest `max`. */
export async function deleteRequests(db: Database, { before, max }: { readonly before: Date; readonly max: number }) {
  await sql`
    delete from scim_request where at <= ${before}
      or id <= coalesce((select id from scim_request order by id desc offset ${max} limit 1), 0)`.execute(db);
}
