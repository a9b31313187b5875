import i18next from 'i18next';
import { failureText } from '../../lib/failure-text.ts';
import { KeyError } from './browser-key.ts';

/** Text for a failed key operation in the browser or on the server. The texts of `auth` must be loaded. */
export function keyFailureText(error: unknown): string {
  return error instanceof KeyError ? i18next.t(`auth:key_fault.${error.fault}`) : failureText(error);
}
