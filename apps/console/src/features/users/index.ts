export { personName } from './person-name.ts';
export { userQuery, usersQuery, useUpdateUser } from './users.queries.ts';
