export { guardingAdminRights, keepingAnAdministrator } from './administrators.ts';
export type { GroupsOfMany } from './import/import-users.ts';
export { loginName } from './login-name.ts';
export type { OwnPassword } from './own-password.ts';
export type { GroupsOfUser } from './update-user.ts';
export { checkPasswordRules } from './user-rules.ts';
export type { UserSafe } from './users.events.ts';
export { userSafe } from './users.events.ts';
export { createUsers } from './users.feature.ts';
export { type Author, requireManagedHere } from './users.policy.ts';
export { presentUser } from './users.present.ts';
export {
  findCredentials,
  findPasswordHash,
  findUser,
  findUserById,
  hasActiveAdministrator,
  holdUser,
  isAdministrator,
  listUsersById,
  lockAdministrators,
  lockUser,
  lockUserById,
  setLanguage,
  type UserRow,
  wholeUser,
} from './users.queries.ts';
export type { UsersService } from './users.service.ts';
