import type { Projection } from '../protocol/projection.ts';
import { groupSchema } from '../protocol/schemas.ts';
import { versionOf } from '../protocol/version.ts';
import type { ScimGroupRow } from './scim-groups.queries.ts';

/** A resource without its members, which are read only if the answer contains them. */
export interface PresentedGroup {
  readonly groupId: number;
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly version: string;
  readonly resource: object;
}

export function presentScimGroup(group: ScimGroupRow, base: string): PresentedGroup {
  const { id: groupId, scim_id: id, name, external_id, members } = group;
  const version = versionOf([id, name, external_id, members]);
  const location = `${base}/Groups/${id}`;
  const meta = {
    resourceType: 'Group',
    created: group.created_at.toISOString(),
    lastModified: group.modified_at.toISOString(),
    location,
    version,
  };
  const externalId = external_id === null ? {} : { externalId: external_id };
  const resource = { schemas: [groupSchema], id, ...externalId, displayName: name, meta };
  return { groupId, id, name, location, version, resource };
}

/** The JSON of a group. `members` reads the JSON of its members. */
export async function writeScimGroup(
  { groupId, resource }: PresentedGroup,
  projection: Projection,
  members: (groupId: number) => Promise<string>,
): Promise<string> {
  const json = JSON.stringify(projection.apply(resource));
  return projection.includes('members') ? `${json.slice(0, -1)},"members":${await members(groupId)}}` : json;
}
