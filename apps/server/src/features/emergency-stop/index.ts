export { createEmergencyStop } from './emergency-stop.feature.ts';
export type { EmergencyStopService } from './emergency-stop.service.ts';
