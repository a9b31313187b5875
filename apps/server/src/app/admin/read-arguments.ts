import type { AdminCommand, Arguments } from '../../features/admin-command.ts';

/** The command that was typed and what follows it; undefined when it is none, or something is missing or too much. */
export function readArguments<Features>(
  typed: readonly string[],
  commands: readonly AdminCommand<Features>[],
): { readonly command: AdminCommand<Features>; readonly given: Arguments } | undefined {
  const words = (name: string) => name.split(' ').length;
  const command = commands.find(({ name }) => typed.slice(0, words(name)).join(' ') === name);
  if (!command) return undefined;
  const rest = typed.slice(words(command.name));
  const options = new Set(rest.filter((word) => word.startsWith('--')));
  const values = rest.filter((word) => !word.startsWith('--'));
  const areKnown = [...options].every((option) => command.options?.includes(option));
  return areKnown && values.length === command.parameters.length ? { command, given: { values, options } } : undefined;
}

/** A line for each command, their descriptions below each other. */
export function formatHelp(commands: readonly Omit<AdminCommand<never>, 'run'>[]): string {
  const usages = commands.map(({ name, parameters, options = [] }) =>
    [name, ...parameters.map((one) => `<${one}>`), ...options.map((one) => `[${one}]`)].join(' '),
  );
  const width = Math.max(...usages.map(({ length }) => length));
  const lines = commands.map(({ description }, index) => `  ${usages[index]?.padEnd(width)}   ${description}\n`);
  return `Usage: npm run admin -- <command>\n\n${lines.join('')}`;
}
