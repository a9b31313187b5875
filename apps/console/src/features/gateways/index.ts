export { GatewayActions } from './components/gateway-actions.tsx';
export { GatewayFaults } from './components/gateway-faults.tsx';
export { GatewayTable } from './components/gateway-table.tsx';
export { allGatewaysQuery, gatewaysQuery } from './gateways.queries.ts';
