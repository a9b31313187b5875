export { type UserKind, userKinds } from './list-users.ts';
export { personName } from './person-name.ts';
export { type UserChanges, userQuery, usersQuery, useUpdateUser } from './users.queries.ts';
