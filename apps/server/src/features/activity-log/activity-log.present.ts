import type { ActivityDetails, ActivityRow } from '@gatewarden/contract/activity-log';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { DetailedRow, EntryRow } from './activity-log.queries.ts';
import { namesIn } from './names-in.ts';

export function presentEntry({ metadata, ...row }: EntryRow): ActivityRow {
  return { ...presentFacts(row), names: namesIn(metadata) };
}

export function presentDetails(row: DetailedRow): ActivityDetails {
  return { ...presentEntry(row), metadata: row.metadata, hash: row.hash.toString('hex') };
}

/** As it is written into files: whole, and nothing twice. */
export function presentExported(row: DetailedRow): Omit<ActivityDetails, 'names'> {
  return { ...presentFacts(row), metadata: row.metadata, hash: row.hash.toString('hex') };
}

function presentFacts({ at, ...row }: Omit<EntryRow, 'metadata'>): Omit<ActivityRow, 'names'> {
  const { id, user_id, username, location, ip, event, module, device, description } = row;
  return { id, timestamp: toNaive(at), user_id, username, location, ip, event, module, device, description };
}
