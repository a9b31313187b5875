export { essentialsQuery, useEssentials } from './settings.queries.ts';
