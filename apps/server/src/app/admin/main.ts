import { activityCommands } from '../../features/activity-log/index.ts';
import type { AdminCommand, Arguments } from '../../features/admin-command.ts';
import { usersCommands } from '../../features/auth/index.ts';
import { makeAdministrator } from '../../features/groups/index.ts';
import { restored } from '../../features/history/index.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Features } from '../features.ts';
import { jobsCommands } from './jobs.commands.ts';
import { moveDatabaseCommand } from './move-database/move-database.command.ts';
import { formatHelp, readArguments } from './read-arguments.ts';
import { runCommand } from './run-command.ts';
import type { StandaloneCommand } from './standalone-command.ts';

type Command = AdminCommand<Features['forCommands']> | StandaloneCommand;

const commands: readonly Command[] = [
  ...usersCommands,
  makeAdministrator,
  ...activityCommands,
  restored,
  ...jobsCommands,
  moveDatabaseCommand,
];

const typed = process.argv.slice(2);
const wanted = readArguments(typed, commands);

if (wanted) {
  process.exitCode = await run(wanted.command, wanted.given);
} else if (['help', '--help', '-h'].includes(typed.join(' '))) {
  process.stdout.write(formatHelp(commands));
} else {
  process.stderr.write(formatHelp(commands));
  process.exitCode = 2;
}

async function run(command: Command, given: Arguments): Promise<number> {
  try {
    const configWith = (variables: Readonly<Record<string, string>>) => readConfig({ ...process.env, ...variables });
    const config = configWith({});
    // results are printed; other log lines would obscure them
    const context = { config, configWith, log: createLog('error') };
    const { lines, succeeded } =
      'runStandalone' in command
        ? await command.runStandalone(given, context)
        : await runCommand(command, given, context);
    process.stdout.write(`${lines.join('\n')}\n`);
    return succeeded ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}
