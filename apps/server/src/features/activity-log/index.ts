export { createActivityLog } from './activity-log.feature.ts';
export { presentExported } from './activity-log.present.ts';
export { type ExportedRow, findExportedEntry, findLastId, listEntriesFrom } from './entries.queries.ts';
export { activityCommands } from './verify-activity.command.ts';
