import { parseArgs } from 'node:util';
import type { AdminCommand, Arguments, Option } from '../../features/admin-command.ts';

type Usage = Pick<AdminCommand<never>, 'name' | 'parameters' | 'options' | 'description'>;

/**
 * Returns the command and its arguments; undefined if the command is unknown, or arguments are missing or superfluous.
 */
export function readArguments<Command extends Usage>(
  typed: readonly string[],
  commands: readonly Command[],
): { readonly command: Command; readonly given: Arguments } | undefined {
  const words = (name: string) => name.split(' ').length;
  const command = commands.find(({ name }) => typed.slice(0, words(name)).join(' ') === name);
  if (!command) return undefined;
  try {
    const { positionals, values } = parseArgs({
      args: typed.slice(words(command.name)),
      options: command.options ?? {},
      allowPositionals: true,
    });
    const needed = Object.entries(command.options ?? {}).filter(
      ([, option]) => option.type === 'string' && !option.isOptional,
    );
    const isComplete =
      positionals.length === command.parameters.length && needed.every(([name]) => values[name] !== undefined);
    return isComplete ? { command, given: { values: positionals, options: { ...values } } } : undefined;
  } catch {
    // an unknown option, or one without its value
    return undefined;
  }
}

/** One line for each command, with aligned descriptions. */
export function formatHelp(commands: readonly Usage[]): string {
  const usages = commands.map(({ name, parameters, options = {} }) =>
    [name, ...parameters.map((one) => `<${one}>`), ...Object.entries(options).map(formatOption)].join(' '),
  );
  const width = Math.max(...usages.map(({ length }) => length));
  const lines = commands.map(({ description }, index) => `  ${usages[index]?.padEnd(width)}   ${description}\n`);
  return `Usage: npm run admin -- <command>\n\n${lines.join('')}`;
}

function formatOption([name, option]: [string, Option]): string {
  if (option.type === 'boolean') return `[--${name}]`;
  const usage = `--${name} <${option.value}>`;
  return option.isOptional ? `[${usage}]` : usage;
}
