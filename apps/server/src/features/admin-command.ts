import type { Origin } from '../platform/actor.ts';

/** What a command works with: the instance's own database, whether a core runs beside it or not. */
export interface CommandContext<Features> {
  readonly features: Features;
  /** The account of the machine that runs the command. */
  readonly origin: Origin;
  /** Asks at the terminal and shows nothing of the answer. @throws StartError when there is none */
  readonly promptSecret: (question: string) => Promise<string>;
}

export interface Outcome {
  /** For the person at the terminal. */
  readonly lines: readonly string[];
  /** For the activity log: no secret. */
  readonly summary: string;
  /** False ends the program with 1. */
  readonly succeeded: boolean;
}

/** What follows the name of a command. */
export interface Arguments {
  /** One for each of `parameters`, in their order. */
  readonly values: readonly string[];
  /** By the names of `options`; a flag that was typed is true. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** A flag that may be typed, or an option that must be, with a value that `value` names in the help. */
export type Option = { readonly type: 'boolean' } | { readonly type: 'string'; readonly value: string };

/** A command for an operator with a shell on the machine, which needs these features. Each use is in the activity log. */
export interface AdminCommand<Features> {
  /** As it is typed, such as `activity verify`. */
  readonly name: string;
  /** Names of what follows it, all of them needed, such as `user name`. */
  readonly parameters: readonly string[];
  /** What follows those in any order, without the dashes. */
  readonly options?: Readonly<Record<string, Option>>;
  /** A line for the help. */
  readonly description: string;
  /** @throws DomainError when it cannot be done; nothing is changed then */
  readonly run: (context: CommandContext<Features>, given: Arguments) => Promise<Outcome>;
}

/** The outcome of a command that did what it is for. */
export function done(summary: string, lines: readonly string[]): Outcome {
  return { lines, summary, succeeded: true };
}
