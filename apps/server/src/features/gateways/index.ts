export type { Confirmation, Confirmations } from './confirmations.ts';
export { createGatewayLog } from './gateway-log.ts';
export { createGateways } from './gateways.feature.ts';
export { createGatewayList } from './gateways.service.ts';
