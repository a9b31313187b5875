import i18next from 'i18next';
import { failureText } from '../../lib/failure-text.ts';
import { KeyError } from './browser-key.ts';

/** What went wrong with a key, in the browser or at the server; the texts of `auth` have to be there. */
export function keyFailureText(error: unknown): string {
  return error instanceof KeyError ? i18next.t(`auth:key_fault.${error.fault}`) : failureText(error);
}
