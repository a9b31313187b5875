import { parseArgs } from 'node:util';
import { z } from 'zod';

/** The options of a component's command, by name. */
export type Flags = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>>;

/**
 * The options on the command line, as texts or true. `mistakes` has one sentence for each mistake; `parseArgs` in strict mode
 * would stop at the first.
 */
export function readArguments(
  args: readonly string[],
  flags: Flags,
): { values: Record<string, unknown>; mistakes: string[] } {
  const { tokens } = parseArgs({ args: [...args], options: flags, strict: false, tokens: true });
  const values: Record<string, unknown> = {};
  const mistakes: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') mistakes.push(strayArgumentMessage(token.value));
    if (token.kind !== 'option') continue;
    const mistake = findMistake(flags, token.name, token.rawName, token.value);
    if (mistake !== undefined) mistakes.push(mistake);
    values[token.name] = token.value ?? true;
  }
  return { values, mistakes };
}

/** Errors are logged, so the message must not contain a token that was passed without its option. */
function strayArgumentMessage(text: string): string {
  return text.startsWith('gwj_') ? 'A join token must follow --join.' : `${JSON.stringify(text)} is not an option.`;
}

function findMistake(flags: Flags, name: string, written: string, value: string | undefined): string | undefined {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (!flag) return `There is no option ${written}; --help lists them.`;
  if (flag.type === 'string' && value === undefined) return `--${name} needs a value.`;
  if (flag.type === 'boolean' && value !== undefined) return `--${name} takes no value.`;
  return undefined;
}

/** Options that environment variables set, such as `GATEWARDEN_EDGE_STATE_DIR`; empty ones count as not set. */
export function readVariables(
  names: readonly string[],
  prefix: string,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const given = names.flatMap((name) => {
    const value = environment[variableName(prefix, name)];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

const trueValues = ['1', 'true', 'yes'];
const falseValues = ['', '0', 'false', 'no'];

/** An option without a value, which a variable can set. */
export function booleanOption(prefix: string, name: string) {
  return z.union([z.boolean(), z.enum(trueValues).transform(() => true), z.enum(falseValues).transform(() => false)], {
    error: `${variableName(prefix, name)} must be true or false.`,
  });
}

function variableName(prefix: string, name: string): string {
  return `${prefix}_${name.toUpperCase().replaceAll('-', '_')}`;
}
