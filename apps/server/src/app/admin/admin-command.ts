import type { Origin } from '../../platform/actor.ts';
import type { Features } from '../features.ts';

/** What a command works with: the instance's own database, whether a core runs beside it or not. */
export interface AdminContext<F = Features> {
  readonly features: F;
  /** Somebody at the machine. */
  readonly origin: Origin;
  /** Asks at the terminal and shows nothing of the answer. @throws StartError when there is none */
  readonly ask: (question: string) => Promise<string>;
}

export interface Outcome {
  /** For the person at the terminal. */
  readonly lines: readonly string[];
  /** For the activity log: no secret. */
  readonly summary: string;
  /** False ends the program with 1. */
  readonly isGood: boolean;
}

/** What follows the name of a command. */
export interface Arguments {
  /** One for each of `parameters`, in their order. */
  readonly values: readonly string[];
  /** Those of `options` that were typed. */
  readonly options: ReadonlySet<string>;
}

/** A command for an operator with a shell on the machine, which needs the features `F`. Each use is in the activity log. */
export interface AdminCommand<F = Features> {
  /** As it is typed, such as `activity verify`. */
  readonly name: string;
  /** Names of what follows it, all of them needed, such as `user name`. */
  readonly parameters: readonly string[];
  /** What may stand behind it, such as `--locked`. */
  readonly options?: readonly string[];
  /** A line for the help. */
  readonly about: string;
  /** @throws DomainError when it cannot be done; nothing is changed then */
  readonly run: (context: AdminContext<F>, given: Arguments) => Promise<Outcome>;
}
