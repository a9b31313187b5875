export { GatewayFaults } from './components/gateway-faults.tsx';
export { GatewayOutages } from './components/gateway-outages.tsx';
export { useGatewayPeek } from './components/gateway-peek.tsx';
export { allGatewaysQuery, gatewaysQuery } from './gateways.queries.ts';
