import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';

/** What a command works with: the instance's own database, with nothing of core running beside it. */
export interface AdminContext {
  readonly db: Database;
  readonly events: Events;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Outcome {
  /** For the person at the terminal. */
  readonly lines: readonly string[];
  /** For the activity log: no secret. */
  readonly summary: string;
  /** False ends the program with 1. */
  readonly isGood: boolean;
}

/** One thing that somebody at the machine can do. Each use is in the activity log. */
export interface AdminCommand {
  /** As it is typed, such as `activity verify`. */
  readonly name: string;
  /** Names of what follows it, all of them needed, such as `username`. */
  readonly parameters: readonly string[];
  /** A line for the help. */
  readonly about: string;
  /** `values` are those of the parameters, in their order. */
  readonly run: (context: AdminContext, values: readonly string[]) => Promise<Outcome>;
}
