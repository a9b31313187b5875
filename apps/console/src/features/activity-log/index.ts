export { ActivitySearch } from './activity-search.ts';
