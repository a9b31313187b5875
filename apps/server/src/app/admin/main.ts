import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import { StartError } from '../../platform/start-error.ts';
import type { AdminCommand } from './admin-command.ts';
import { runCommand } from './run-command.ts';
import { verifyActivityCommand } from './verify-activity.command.ts';

const commands: readonly AdminCommand[] = [verifyActivityCommand];

const typed = process.argv.slice(2);
const command = commands.find(({ name }) => typed.slice(0, name.split(' ').length).join(' ') === name);
const values = command ? typed.slice(command.name.split(' ').length) : [];

if (command && values.length === command.parameters.length) {
  process.exitCode = await run(command);
} else {
  process.stderr.write(help());
  process.exitCode = 2;
}

async function run(chosen: AdminCommand): Promise<number> {
  try {
    const config = readConfig(process.env);
    // what matters is printed; the rest would hide it
    const { lines, isGood } = await runCommand(chosen, values, { config, log: createLog('error') });
    process.stdout.write(`${lines.join('\n')}\n`);
    return isGood ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

function help(): string {
  const lines = commands.map(
    ({ name, parameters, about }) => `  ${[name, ...parameters.map((one) => `<${one}>`)].join(' ')}   ${about}\n`,
  );
  return `Usage: npm run admin -- <command>\n\n${lines.join('')}`;
}
