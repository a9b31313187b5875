import type { Command } from './command.ts';
import { commandValues } from './command-values.ts';
import { readArguments } from './read-arguments.ts';

export type ReadCommand =
  | { readonly kind: 'command'; readonly command: Command }
  /** One sentence per mistake. */
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** These options can also be environment variables; the command line takes precedence. */
const fromEnvironment = ['url', 'token', 'state-dir'] as const;

/** @param args without the program name */
export function readCommand(args: readonly string[], environment: Environment): ReadCommand {
  const { name, operand, values, mistakes } = readArguments(args);
  if (values['help'] || args.length === 0) return command({ kind: 'help', command: name });
  if (values['version']) return command({ kind: 'version' });
  if (name === undefined || mistakes.length > 0) return { kind: 'mistakes', mistakes };
  const isLink = name === 'login' && operand !== undefined && operand !== '-';
  if (isLink && ('url' in values || 'token' in values)) {
    return { kind: 'mistakes', mistakes: ['Give either a link, or --url and --token.'] };
  }
  const { url, token, ...others } = valuesOf(environment);
  const inherited = isLink ? others : { ...others, ...(url && { url }), ...(token && { token }) };
  const parsed = commandValues[name].safeParse({ ...inherited, ...values, operand });
  if (parsed.success) return command(parsed.data);
  return { kind: 'mistakes', mistakes: parsed.error.issues.map(({ message }) => message) };
}

function command(read: Command): ReadCommand {
  return { kind: 'command', command: read };
}

function valuesOf(environment: Environment): Partial<Record<(typeof fromEnvironment)[number], string>> {
  const given = fromEnvironment.flatMap((name) => {
    const value = environment[`GATEWARDEN_CLI_${name.toUpperCase().replaceAll('-', '_')}`];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
