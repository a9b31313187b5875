export { coreServerName } from './authority.ts';
export { createGateways, type Gateways } from './create-gateways.ts';
export { forgetRemovedPeers } from './forget-removed-peers.job.ts';
export type { GatewaySafe } from './gateways.events.ts';
export { addGatewaysRoutes } from './gateways.routes.ts';
export { locationStateChannel } from './location-state.queries.ts';
export { noteLostGateways } from './note-lost-gateways.job.ts';
