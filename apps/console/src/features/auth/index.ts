export { meQuery, useMe, useSignOut } from './auth.queries.ts';
export { isReturnPath } from './return-path.ts';
