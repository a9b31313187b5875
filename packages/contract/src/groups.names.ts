/** Errors that a caller can receive, with their HTTP statuses. */
export const groupErrors = {
  last_admin_group: 400,
  group_not_found: 404,
  group_name_taken: 409,
  group_name_unknown: 422,
  group_restricts_locations: 409,
} as const;

/** Messages for API clients. */
export const groupErrorMessages = {
  last_admin_group: 'At least one admin group must remain',
  group_not_found: 'Group not found',
  group_name_taken: 'The group name is taken',
  group_name_unknown: 'There is no group with this name; `details.name` has it',
  group_restricts_locations:
    'Without the group all users could use locations of which it is the only allowed group; `details.locations` names them',
} as const satisfies Record<keyof typeof groupErrors, string>;

/** Events of the activity log. */
export const groupActivity = [
  'groups_bulk_assigned',
  'group_added',
  'group_removed',
  'group_restored',
  'group_modified',
  'group_member_added',
  'group_member_removed',
  'group_members_modified',
] as const;
