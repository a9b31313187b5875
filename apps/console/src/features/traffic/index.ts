export { LocationOverviewSearch, OverviewSearch } from './overview-search.ts';
