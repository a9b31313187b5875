import { activityCommands } from '../../features/activity-log/index.ts';
import type { AdminCommand, Arguments } from '../../features/admin-command.ts';
import { usersCommands } from '../../features/auth/index.ts';
import { makeAdministrator } from '../../features/groups/index.ts';
import { restored } from '../../features/history/index.ts';
import { acceptClock } from '../../features/licence/index.ts';
import { readConfig } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log/log.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Features } from '../features.ts';
import { jobsCommands } from './jobs.commands.ts';
import { licenceCommands } from './licence.commands.ts';
import { moveDatabaseCommand } from './move-database/move-database.command.ts';
import { formatHelp, readArguments } from './read-arguments.ts';
import { rotateKey } from './rotate-key.command.ts';
import { runCommand } from './run-command.ts';
import type { StandaloneCommand } from './standalone-command.ts';
import { updatesCommands } from './updates.commands.ts';

type Command = AdminCommand<Features['forCommands']> | StandaloneCommand;

const commands: readonly Command[] = [
  ...usersCommands,
  makeAdministrator,
  ...activityCommands,
  restored,
  ...jobsCommands,
  rotateKey,
  moveDatabaseCommand,
  acceptClock,
  ...licenceCommands,
  ...updatesCommands,
];

/** The shell in which a command was typed. */
export interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly printError: (text: string) => void;
  readonly log: Log;
  /** Prompts without echoing the answer. @throws StartError without an answer */
  readonly promptSecret: (question: string) => Promise<string>;
}

/** Runs the typed command and returns the exit code: 1 if it was refused, 2 if it could not run. */
export async function runAdminProgram(typed: readonly string[], shell: Shell): Promise<number> {
  const wanted = readArguments(typed, commands);
  if (wanted) return run(wanted.command, wanted.given, shell);
  const isHelp = ['help', '--help', '-h'].includes(typed.join(' '));
  (isHelp ? shell.print : shell.printError)(formatHelp(commands));
  return isHelp ? 0 : 2;
}

async function run(command: Command, given: Arguments, shell: Shell): Promise<number> {
  const { environment, print, printError, log, promptSecret } = shell;
  try {
    const configWith = (variables: Readonly<Record<string, string>>) => readConfig({ ...environment, ...variables });
    const config = configWith({});
    const context = { config, configWith, promptSecret, log };
    const { lines, succeeded } =
      'runStandalone' in command
        ? await command.runStandalone(given, context)
        : await runCommand(command, given, context);
    print(`${lines.join('\n')}\n`);
    return succeeded ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    printError(`${error.message}\n`);
    return 2;
  }
}
