export { setupQuery } from './setup.queries.ts';
