import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    search: typeof english;
  }
}
