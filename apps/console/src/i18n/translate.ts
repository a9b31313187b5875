/** Texts of a language and a namespace, as in their file. */
export type TextTree = { readonly [key: string]: string | TextTree };

interface Options {
  /** Chooses the plural form. */
  readonly count?: unknown;
  /** Values for the placeholders; the options themselves when absent. */
  readonly replace?: unknown;
  readonly [name: string]: unknown;
}

/**
 * The text of the key in the first of the trees that has it, with its placeholders replaced; the key when none has it.
 * A number in `count` selects the form: `key_zero` for 0 where there is one, otherwise the suffix of the plural category.
 */
export function translate(
  language: string,
  trees: readonly (TextTree | undefined)[],
  key: string,
  options: Options = {},
): string {
  const forms = formsOf(key, language, options.count);
  for (const tree of trees) {
    for (const form of forms) {
      const text = find(tree, form);
      if (typeof text === 'string') return fill(text, language, options);
    }
  }
  return key;
}

/** The text or the group of texts at a path such as `area.users`. */
export function find(tree: TextTree | undefined, path: string): string | TextTree | undefined {
  let found: string | TextTree | undefined = tree;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

function formsOf(key: string, language: string, count: unknown): string[] {
  if (typeof count !== 'number') return [key];
  const form = `${key}_${once(pluralRules, language, () => new Intl.PluralRules(language)).select(count)}`;
  return count === 0 ? [`${key}_zero`, form, key] : [form, key];
}

/** Replaces `{{name}}` and, with the number in the notation of the language, `{{name, number}}`. */
function fill(text: string, language: string, options: Options): string {
  if (!text.includes('{{')) return text;
  const values = (options.replace ?? options) as Readonly<Record<string, unknown>>;
  return text.replaceAll(/\{\{\s*(\w+)\s*(,\s*number\s*)?\}\}/g, (placeholder, name: string, asNumber?: string) => {
    if (!Object.hasOwn(values, name)) return placeholder;
    const value = values[name];
    if (asNumber) return once(numberFormats, language, () => new Intl.NumberFormat(language)).format(Number(value));
    return value === undefined || value === null ? '' : String(value);
  });
}

const pluralRules = new Map<string, Intl.PluralRules>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Creating one takes longer than using it. */
function once<T>(made: Map<string, T>, language: string, make: () => T): T {
  const known = made.get(language) ?? make();
  made.set(language, known);
  return known;
}
