import type { Database, Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { isConnected } from '../links/index.ts';
import {
  type ConfirmationRow,
  insertConfirmations,
  listConfirmations,
  listLocationsWithPeersOf,
} from './confirmations.queries.ts';

/** How far a gateway is with a change that somebody waits for. */
export interface Confirmation {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly locationId: number;
  readonly locationName: string;
  /** `away`: it is not connected, and hears of the change when it comes back. */
  readonly state: 'confirmed' | 'waiting' | 'away' | 'refused';
  /** Until it was confirmed. */
  readonly milliseconds: number | null;
}

/** When gateways have in force what a change asks of them. */
export interface Confirmations {
  /** Where the user's devices are peers, by id. */
  listLocationsWithPeersOf(tx: Tx, userId: number): Promise<number[]>;
  /** From the state of these locations that this transaction makes. One question of a subject replaces the former. */
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
