import type { AdminCommand, Arguments, Outcome } from '../../features/admin-command.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log/log.ts';

/** A command that runs while no core does, and opens the database itself. */
export interface StandaloneCommand extends Omit<AdminCommand<never>, 'run'> {
  /** @throws StartError when it cannot be done; nothing is changed then */
  readonly runStandalone: (given: Arguments, surroundings: Surroundings) => Promise<Outcome>;
}

interface Surroundings {
  readonly config: Config;
  /** The configuration with these variables in place of those of the environment. @throws StartError */
  readonly configWith: (variables: Readonly<Record<string, string>>) => Config;
  readonly log: Log;
}
