export { createScim } from './scim.feature.ts';
