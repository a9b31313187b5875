export { coreServerName } from './authority.ts';
export type { Confirmation, Confirmations } from './confirmations.ts';
export { createGateways } from './create-gateways.ts';
export { forgetRemovedPeers } from './forget-removed-peers.job.ts';
export { addGatewaysRoutes } from './gateways.routes.ts';
export { locationStateChannel } from './location-state.queries.ts';
export { noteLostGateways } from './note-lost-gateways.job.ts';
