import i18next from 'i18next';
import { ApiError, type FailureCode, isErrorCode } from './api-error.ts';
import { parseFault } from './fault.ts';
import { formatWait } from './format/instant.ts';

/** The sentence for whatever was thrown, in the reader's language; anything but a refused call is our own fault. */
export function failureText(error: unknown): string {
  return error instanceof ApiError ? sentence(error.code, error.details) : sentence('internal_error');
}

/**
 * The sentence for a field's fault (`rule?count=3`). Where a form checks beforehand what the server would refuse, the
 * server's own code stands in the place of a rule. A text that is neither is returned as it is.
 */
export function faultText(text: string): string {
  const fault = parseFault(text);
  if (fault) return i18next.t(`errors:rule.${fault.rule}`, { replace: fault.values });
  const [code = '', search = ''] = text.split('?', 2);
  return isErrorCode(code) ? sentence(code, Object.fromEntries(new URLSearchParams(search))) : text;
}

/** `when` in a sentence is when the call may be repeated, rounded up so that it is not refused again: "in 5 minutes". */
export function sentence(code: FailureCode, details: ApiError['details'] = {}): string {
  const when = formatWait(Number(details['retry_after_seconds']) || 0, i18next.language);
  return i18next.t(`errors:${code}`, { replace: { ...details, when } });
}
