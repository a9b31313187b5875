export { coreServerName } from './authority.ts';
export type { Confirmation, Confirmations } from './confirmations.ts';
export { createGateways } from './create-gateways.ts';
export { forgetRemovedPeers } from './forget-removed-peers.job.ts';
export { createGatewayLog } from './gateway-log.ts';
export { addGatewaysRoutes } from './gateways.routes.ts';
export { locationStateChannel } from './location-state.queries.ts';
export { logOmittedGatewayEntries } from './log-omitted-entries.job.ts';
export { noteLostGateways } from './note-lost-gateways.job.ts';
