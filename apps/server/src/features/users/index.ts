export { isAdministrator } from './administrators.queries.ts';
export { guardAdminRights, guardLastAdministrator } from './administrators.ts';
export { credentials } from './credentials.ts';
export type { GroupsForImport } from './import/import-users.ts';
export { loginName } from './login-name.ts';
export type { ManagedUserFields } from './managed-users.queries.ts';
export type { ManagedUsers } from './managed-users.ts';
export type { OwnPassword } from './own-password.ts';
export type { PasswordSetter } from './set-password.ts';
export type { GroupsForUser } from './update-user.ts';
export type { UserAccess } from './user-access.ts';
export { setUser } from './user-changes.queries.ts';
export { checkPasswordRules, checkUserRules } from './user-rules.ts';
export type { UserSnapshot } from './users.events.ts';
export { toUserSnapshot } from './users.events.ts';
export { createUsers } from './users.feature.ts';
export { type Author, requireManagedHere, requirePasswordHere } from './users.policy.ts';
export { presentUser } from './users.present.ts';
export {
  type CallerRow,
  findUser,
  findUserById,
  hasOwnCredential,
  hasPasswordOrPasskey,
  isVpnEnabled,
  listUsersById,
  lockUser,
  lockUserById,
  lockUserShared,
  type ShownUserRow,
  selectCaller,
  selectCallerWithUser,
  selectUsers,
  type UserRow,
  userColumns,
} from './users.queries.ts';
export type { UsersService } from './users.service.ts';
