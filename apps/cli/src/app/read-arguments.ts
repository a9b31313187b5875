import { parseArgs } from 'node:util';
import {
  type CommandName,
  commandNames,
  commonOptions,
  describeCommand,
  describeOption,
  isCommandName,
  isOptionName,
  type OptionName,
  optionTable,
} from './command-table.ts';

export interface Arguments {
  readonly name: CommandName | undefined;
  readonly operand: string | undefined;
  /** `true` for options without a value. */
  readonly values: Readonly<Record<string, unknown>>;
  /** One sentence per mistake. */
  readonly mistakes: readonly string[];
}

/** Finds all mistakes; `parseArgs` in strict mode would stop at the first, and repeat a token in its message. */
export function readArguments(args: readonly string[]): Arguments {
  const { tokens } = parseArgs({ args: [...args], options: parserOptions(), strict: false, tokens: true });
  const values: Record<string, unknown> = {};
  const [first, ...others] = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const name = isCommandName(first) ? first : undefined;
  const allowed = name && describeCommand(name).operand ? 1 : 0;
  const mistakes: string[] = others
    .slice(allowed)
    .map(() => 'Only one command can be given; a value must follow its option.');
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const mistake = findMistake(name, token.name, token.value);
    if (mistake !== undefined) mistakes.push(mistake);
    values[token.name] = token.value ?? true;
  }
  if (!name) mistakes.unshift(`The first argument must be a command: ${commandNames.join(', ')}.`);
  return { name, operand: allowed > 0 ? others[0] : undefined, values, mistakes };
}

function parserOptions() {
  const entries = Object.keys(optionTable)
    .filter(isOptionName)
    .map((name) => {
      const type = describeOption(name).value === undefined ? ('boolean' as const) : ('string' as const);
      return [name, name === 'help' ? { type, short: 'h' } : { type }] as const;
    });
  return Object.fromEntries(entries);
}

function findMistake(command: CommandName | undefined, name: string, value: string | undefined): string | undefined {
  if (!isOptionName(name)) return `There is no option --${name}; --help lists them.`;
  const { value: wanted } = describeOption(name);
  if (wanted !== undefined && value === undefined) return `--${name} needs a value.`;
  if (wanted === undefined && value !== undefined) return `--${name} takes no value.`;
  if (command === undefined || commonOptions.includes(name) || describeCommand(command).options.includes(name)) {
    return undefined;
  }
  return `--${name} belongs to ${ownersOf(name)}.`;
}

function ownersOf(option: OptionName): string {
  const owners = commandNames.filter((name) => describeCommand(name).options.includes(option));
  return new Intl.ListFormat('en').format(owners);
}
