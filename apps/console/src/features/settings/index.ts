export { essentialsQuery, restrictionsQuery, useEssentials } from './settings.queries.ts';
