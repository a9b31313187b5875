/**
 * Rules a form's field can break. The contract's own refinements name theirs as message; `lib/zod.ts` puts Zod's into
 * these words. A fault travels as `rule` or `rule?count=3`, and becomes a sentence only where it is shown, so that it
 * follows the language.
 */
export const rules = [
  'required',
  'invalid',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_few',
  'too_many',
  'not_a_number',
  'email',
  'url',
  'web_address',
  'https_address',
  'claim_name',
  'core',
  'id',
  'username',
  'username_start',
  'username_characters',
  'six_digits',
  'phone',
  'control_characters',
  'public_key',
  'network',
  'network_reserved',
  'host',
  'password_length',
  'password_lower',
  'password_upper',
  'password_digit',
  'password_special',
  'not_repeated',
  'ldap_url',
  'ldap_keyword',
] as const;
export type Rule = (typeof rules)[number];

export interface Fault {
  readonly rule: Rule;
  readonly values: Readonly<Record<string, string>>;
}

/** @returns undefined when the text is not a fault but a sentence already */
export function parseFault(text: string): Fault | undefined {
  const [name = '', search = ''] = text.split('?', 2);
  if (!isRule(name)) return undefined;
  return { rule: name, values: Object.fromEntries(new URLSearchParams(search)) };
}

export function isRule(name: string): name is Rule {
  return (rules as readonly string[]).includes(name);
}
