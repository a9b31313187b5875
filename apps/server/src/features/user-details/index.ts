export { createUserDetails } from './user-details.feature.ts';
