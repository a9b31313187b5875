import type english from './en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    edge: typeof english;
  }
}
