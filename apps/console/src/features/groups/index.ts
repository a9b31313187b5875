export { groupsQuery } from './groups.queries.ts';
