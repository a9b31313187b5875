import type { AdminCommand, Arguments, Outcome } from '../../features/admin-command.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log/log.ts';

/** A command that needs no database, or that requires that no core is running and opens the database itself. */
export interface StandaloneCommand extends Omit<AdminCommand<never>, 'run'> {
  /** @throws StartError if it fails; then core still starts on the database of the instance, with the same data */
  readonly runStandalone: (given: Arguments, context: CommandContext) => Promise<Outcome>;
}

interface CommandContext {
  readonly config: Config;
  /**
   * The configuration with these variables instead of those of the environment.
   * @throws StartError
   */
  readonly configWith: (variables: Readonly<Record<string, string>>) => Config;
  readonly log: Log;
  /** Prompts at the terminal without echoing the answer. @throws StartError without an answer */
  readonly promptSecret: (question: string) => Promise<string>;
}
