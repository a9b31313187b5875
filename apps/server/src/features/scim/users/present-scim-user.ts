import { userSchema } from '../protocol/schemas.ts';
import { versionOf } from '../protocol/version.ts';
import type { ScimUserRow } from './scim-users.queries.ts';

/** A resource and its version. */
export interface Presented {
  readonly id: string;
  readonly location: string;
  readonly version: string;
  readonly resource: object;
}

/** The resource as clients read it. `base` is the address of the SCIM server. */
export function presentScimUser(user: ScimUserRow, base: string): Presented {
  const { scim_id: id, first_name, last_name, external_id, phone } = user;
  const formatted = `${first_name} ${last_name}`.trim();
  const content = {
    schemas: [userSchema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName: user.user_name ?? user.username,
    name: {
      ...(first_name !== '' && { givenName: first_name }),
      ...(last_name !== '' && { familyName: last_name }),
      formatted,
    },
    displayName: user.display_name ?? formatted,
    emails: [{ value: user.email, type: 'work', primary: true }],
    ...(phone !== null && { phoneNumbers: [{ value: phone, type: user.phone_type ?? 'work' }] }),
    active: user.is_active,
    groups: user.groups.map((group) => ({
      value: group.id,
      $ref: `${base}/Groups/${group.id}`,
      display: group.name,
      type: 'direct',
    })),
  };
  const location = `${base}/Users/${id}`;
  const version = versionOf(content);
  const meta = {
    resourceType: 'User',
    created: user.created_at.toISOString(),
    lastModified: user.modified_at.toISOString(),
    location,
    version,
  };
  return { id, location, version, resource: { ...content, meta } };
}
