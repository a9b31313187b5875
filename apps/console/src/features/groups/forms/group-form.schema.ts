import { EditGroup } from '@gatewarden/contract/groups';
import { GroupNames } from '@gatewarden/contract/users';
import { z } from 'zod';

/** Values of the group form. Members are usernames, sorted, so that their order is not a change. */
export const GroupFields = EditGroup.required();
export type GroupFields = z.input<typeof GroupFields> & z.output<typeof GroupFields>;

/** Groups of a user. */
export const UserGroupsFields = z.object({ groups: GroupNames });
export type UserGroupsFields = z.infer<typeof UserGroupsFields>;

/** Locations to add to a group, by id as text. */
export const NewLocationsFields = z.object({ locations: z.array(z.string()).min(1) });
export type NewLocationsFields = z.infer<typeof NewLocationsFields>;

/** People to add to a group, by username. */
export const NewMembersFields = z.object({ members: z.array(z.string()).min(1) });
export type NewMembersFields = z.infer<typeof NewMembersFields>;
