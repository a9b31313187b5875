export { createGroups } from './groups.feature.ts';
export type { GroupsService } from './groups.service.ts';
export { makeAdministrator } from './make-administrator.command.ts';
export type { ManagedGroupRow, ManagedGroups, MemberChange } from './managed-groups.ts';
export { resolveGroupNames } from './resolve-names.ts';
