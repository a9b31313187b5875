export { createForwardAuth } from './forward-auth.feature.ts';
