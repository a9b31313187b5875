import type { Database, Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { isConnected } from '../links/index.ts';
import {
  type ConfirmationRow,
  insertConfirmations,
  listConfirmations,
  listLocationsWithPeersOf,
} from './confirmations.queries.ts';

/** Whether a gateway has applied a change that a caller waits for. */
export interface Confirmation {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly locationId: number;
  readonly locationName: string;
  /** `away`: it is not connected, and receives the change when it reconnects. */
  readonly state: 'confirmed' | 'waiting' | 'away' | 'refused';
  /** From the request to the confirmation; null while it is pending. */
  readonly milliseconds: number | null;
}

/** Records when gateways have applied a change. */
export interface Confirmations {
  /** Ids of the locations where the user's devices are peers, in ascending order. */
  listLocationsWithPeersOf(tx: Tx, userId: number): Promise<number[]>;
  /** Requests confirmation of the state of these locations that this transaction makes. Replaces confirmed ones. */
  request(tx: Tx, subject: string, locationIds: readonly number[]): Promise<void>;
  list(reader: Database | Tx, subject: string): Promise<Confirmation[]>;
}

export function createConfirmations({ clock }: { readonly clock: Clock }): Confirmations {
  function toConfirmation(row: ConfirmationRow): Confirmation {
    const { id, name, hostname, location_id, location_name, asked_at, confirmed_at } = row;
    return {
      id,
      name: name ?? hostname,
      locationId: location_id,
      locationName: location_name,
      state: stateOf(row, clock.now()),
      // the clocks of two replicas may differ
      milliseconds: confirmed_at && Math.max(0, confirmed_at.getTime() - asked_at.getTime()),
    };
  }

  return {
    listLocationsWithPeersOf,
    request: (tx, subject, locationIds) => insertConfirmations(tx, { subject, locationIds, at: clock.now() }),
    list: async (reader, subject) => (await listConfirmations(reader, subject)).map(toConfirmation),
  };
}

function stateOf(row: ConfirmationRow, now: Date): Confirmation['state'] {
  if (row.confirmed_at) return 'confirmed';
  if (!isConnected(row, now)) return 'away';
  return row.last_error === null ? 'waiting' : 'refused';
}
