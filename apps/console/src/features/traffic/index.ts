export { fetchOverview } from './fetch-overview.ts';
