import type auth from './en/auth.json';
import type common from './en/common.json';
import type { errors } from './en/errors.ts';
import type setup from './en/setup.json';

// English says which keys there are; `t` accepts no other. A feature adds its file here.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    contextSeparator: '|';
    resources: {
      common: typeof common;
      errors: typeof errors;
      auth: typeof auth;
      setup: typeof setup;
    };
  }
}
