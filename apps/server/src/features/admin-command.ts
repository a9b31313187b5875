import type { Origin } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';

/** What a command works with: the database of the instance. A core may run at the same time. */
export interface CommandContext<Features> {
  readonly features: Features;
  /** The system account that runs the command. */
  readonly origin: Origin;
  /**
   * Logs with the transaction that the command has started. For a command with several transactions: if it is killed
   * after the first, its outcome is not logged.
   */
  readonly recordStart: (tx: Tx) => Promise<void>;
  /** Prompts at the terminal without echoing the answer. @throws StartError without a terminal or an answer */
  readonly promptSecret: (question: string) => Promise<string>;
}

export interface Outcome {
  /** Printed at the terminal. */
  readonly lines: readonly string[];
  /** For the activity log; contains no secret. */
  readonly summary: string;
  /** If false, the program exits with 1. */
  readonly succeeded: boolean;
}

/** The arguments after the name of a command. */
export interface Arguments {
  /** One for each of `parameters`, in their order. */
  readonly values: readonly string[];
  /** Values by the names of `options`; a given flag is true. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** An optional flag, or an option with a value, which `value` names in the help. */
export type Option =
  | { readonly type: 'boolean' }
  | { readonly type: 'string'; readonly value: string; readonly isOptional?: true };

/** A command for an operator with a shell on the machine. `Features` is what it needs. Each use is logged. */
export interface AdminCommand<Features> {
  /** As typed, such as `activity verify`. */
  readonly name: string;
  /** Names of the required arguments, such as `user name`. */
  readonly parameters: readonly string[];
  /** Options after the arguments in any order; names without the dashes. */
  readonly options?: Readonly<Record<string, Option>>;
  /** One line for the help. */
  readonly description: string;
  /** @throws DomainError if the command fails; then it changes nothing */
  readonly run: (context: CommandContext<Features>, given: Arguments) => Promise<Outcome>;
}

/** The outcome of a successful command. */
export function done(summary: string, lines: readonly string[]): Outcome {
  return { lines, summary, succeeded: true };
}
