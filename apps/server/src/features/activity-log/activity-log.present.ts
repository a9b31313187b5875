import type { ActivityDetails } from '@gatewarden/contract/activity-log';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { DetailedRow, EntryRow } from './activity-log.queries.ts';

export function presentEntry({ at, ...row }: EntryRow): Omit<ActivityDetails, 'metadata'> {
  const { id, user_id, username, location, ip, event, module, device, description } = row;
  return { id, timestamp: toNaive(at), user_id, username, location, ip, event, module, device, description };
}

export function presentDetails(row: DetailedRow): ActivityDetails {
  return { ...presentEntry(row), metadata: row.metadata };
}
