export { type LastSeen, presentUserDevice } from './devices.present.ts';
export { addDevicesRoutes } from './devices.routes.ts';
export { createDevicesService } from './devices.service.ts';
export { keepAssignmentsCurrent, removeDevicesOfDeleted } from './keep-assignments-current.ts';
export { mailPendingChanges } from './mail-pending-changes.job.ts';
export { notifyOwnersOfDevices } from './notify-owner.ts';
