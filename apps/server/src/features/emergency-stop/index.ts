export { createEmergencyStop } from './emergency-stop.feature.ts';
export { suspendedAsJson } from './suspended.queries.ts';
