import type common from './en/common.json';
import type { errors } from './en/errors.ts';

/**
 * Namespaces of texts and their keys, as English has them: `t` accepts no other. Each feature adds its own in its
 * `module.ts`, by declaring this interface again.
 */
export interface Texts {
  common: typeof common;
  errors: typeof errors;
}
export type Namespace = keyof Texts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    contextSeparator: '|';
    resources: Texts;
  }
}
