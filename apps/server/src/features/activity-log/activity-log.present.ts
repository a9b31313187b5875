import type { ActivityDetails, ActivityRow, ExportedEntry } from '@gatewarden/contract/activity-log';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { EntryDetailsRow, EntryRow, ExportedRow } from './entries.queries.ts';
import { extractNames } from './extract-names.ts';

export function presentEntry({ metadata, ...row }: EntryRow): ActivityRow {
  return { ...presentCommonFields(row), names: extractNames(metadata) };
}

export function presentDetails(row: EntryDetailsRow): ActivityDetails {
  return { ...presentEntry(row), metadata: row.metadata, hash: row.hash.toString('hex') };
}

/** As exports contain it: all fields, the time with its zone, and the text that the hash covers. */
export function presentExported(row: ExportedRow): ExportedEntry {
  const facts = presentCommonFields(row);
  const { metadata, hashed } = row;
  return { ...facts, timestamp: row.at.toISOString(), metadata, hash: row.hash.toString('hex'), hashed };
}

function presentCommonFields({ at, ...row }: Omit<EntryRow, 'metadata'>): Omit<ActivityRow, 'names'> {
  const { id, user_id, username, location, ip, event, module, device, description } = row;
  return { id, timestamp: toNaive(at), user_id, username, location, ip, event, module, device, description };
}
