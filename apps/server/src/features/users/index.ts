export { guardingAdminRights, keepingAnAdministrator } from './administrators.ts';
export { createUserImport, type GroupsOfMany } from './import/import-users.ts';
export { addUserImportRoutes } from './import/user-import.routes.ts';
export { loginName } from './login-name.ts';
export { createOwnPassword, type OwnPassword } from './own-password.ts';
export { createReservedUsernames, type ReservedUsernames } from './reserved-usernames.ts';
export type { GroupsOfUser } from './update-user.ts';
export { checkPasswordRules } from './user-rules.ts';
export type { UserSafe } from './users.events.ts';
export { userSafe } from './users.events.ts';
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
export { addUsersRoutes } from './users.routes.ts';
export { createUsersService, type UsersService } from './users.service.ts';
