import type common from './en/common.json';
import type { errors } from './en/errors.ts';
import type { rules } from './en/rules.ts';

/**
 * Namespaces of texts and their keys, from the English texts; `t` accepts no others. Each feature extends this
 * interface in its `module.ts`.
 */
export interface Texts {
  common: typeof common;
  errors: typeof errors;
  rules: typeof rules;
}
export type Namespace = keyof Texts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    contextSeparator: '|';
    resources: Texts;
  }
}
