export { addEmergencyStopRoutes } from './emergency-stop.routes.ts';
export { createEmergencyStop } from './emergency-stop.service.ts';
