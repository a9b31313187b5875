/** What can be inserted into welcome messages, in the order in which the console offers it. Interface reference §13.1. */
export const welcomePlaceholders = [
  'full_name',
  'first_name',
  'last_name',
  'username',
  'gatewarden_url',
  'gatewarden_version',
  'admin_full_name',
  'admin_first_name',
  'admin_last_name',
  'admin_email',
  'admin_phone',
] as const;

/** Values of the placeholders; absent ones are replaced by nothing. Interface reference §13.1. */
export interface WelcomeValues {
  /** In the order of its script: the family name comes first in Korean. */
  readonly full_name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  /** Address of the console. */
  readonly gatewarden_url: string;
  readonly gatewarden_version: string;
  readonly admin_full_name?: string;
  readonly admin_first_name?: string;
  readonly admin_last_name?: string;
  readonly admin_email?: string;
  readonly admin_phone?: string;
}

/** Names that the interface reference has for values of ours. */
const aliases: Readonly<Record<string, keyof WelcomeValues>> = {
  defguard_url: 'gatewarden_url',
  defguard_version: 'gatewarden_version',
};

/** Values that no person chose. */
const plain: ReadonlySet<string> = new Set(['gatewarden_url', 'gatewarden_version']);

/**
 * Replaces `{{ name }}` in Markdown. Nothing is evaluated, and values that people chose are escaped, so that they are shown as
 * they are. An unknown placeholder remains.
 */
export function fillPlaceholders(markdown: string, values: WelcomeValues): string {
  return markdown.replaceAll(/\{\{\s*([a-z_]{1,40})\s*\}\}/g, (placeholder, name: string) => {
    const key = aliases[name] ?? name;
    if (!known.has(key)) return placeholder;
    const value = values[key as keyof WelcomeValues] ?? '';
    return plain.has(key) ? value : escapeMarkdown(value);
  });
}

const known: ReadonlySet<string> = new Set(welcomePlaceholders);

/** CommonMark §2.4: any ASCII punctuation can be escaped. Line breaks could begin another block. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`);
}
