import type { ActivityDetails, ActivityRow, ExportedEntry } from '@gatewarden/contract/activity-log';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { DetailedRow, EntryRow, ExportedRow } from './activity-log.queries.ts';
import { namesIn } from './names-in.ts';

export function presentEntry({ metadata, ...row }: EntryRow): ActivityRow {
  return { ...presentFacts(row), names: namesIn(metadata) };
}

export function presentDetails(row: DetailedRow): ActivityDetails {
  return { ...presentEntry(row), metadata: row.metadata, hash: row.hash.toString('hex') };
}

/** As it is written into files: whole, with the zone of its time and what its hash covers. */
export function presentExported(row: ExportedRow): ExportedEntry {
  const facts = presentFacts(row);
  const { metadata, hashed } = row;
  return { ...facts, timestamp: row.at.toISOString(), metadata, hash: row.hash.toString('hex'), hashed };
}

function presentFacts({ at, ...row }: Omit<EntryRow, 'metadata'>): Omit<ActivityRow, 'names'> {
  const { id, user_id, username, location, ip, event, module, device, description } = row;
  return { id, timestamp: toNaive(at), user_id, username, location, ip, event, module, device, description };
}
