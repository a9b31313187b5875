export { userQuery, usersQuery, useUpdateUser } from './users.queries.ts';
