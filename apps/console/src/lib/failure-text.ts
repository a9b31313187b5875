import i18next from 'i18next';
import { isImmediate } from '../i18n/sentences.ts';
import { ApiError, type FailureCode, isErrorCode } from './api-error.ts';
import { parseFault } from './fault.ts';
import { formatWait } from './format/instant.ts';
import { sourceKind } from './format/source-kind.ts';

/** Sentence for an error in the language of the user; errors other than `ApiError` are internal errors. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return sentence('internal_error');
  const reason = sentence(error.code, error.details);
  return error.subject === undefined ? reason : `${error.subject}: ${reason}`;
}

/** Whether a failed change took effect, as a sentence; undefined for other failures. */
export function outcomeText(error: unknown): string | undefined {
  const effect = error instanceof ApiError ? error.effect : undefined;
  return effect && i18next.t(`common:failure.${effect}`);
}

/**
 * Sentence for a fault of a field (`rule?count=3`). Forms that check a condition of the server use its error code
 * instead of a rule. Any other text is returned unchanged.
 */
export function faultText(text: string): string {
  const fault = parseFault(text);
  if (fault) return i18next.t(`rules:${fault.rule}`, { replace: fault.values });
  const [code = '', search = ''] = text.split('?', 2);
  return isErrorCode(code) ? sentence(code, Object.fromEntries(new URLSearchParams(search))) : text;
}

/** `when` in a sentence is the time after which the call may be repeated, rounded up: "in 5 minutes". */
export function sentence(code: FailureCode, details: ApiError['details'] = {}): string {
  const when = formatWait(Number(details['retry_after_seconds']) || 0, i18next.language);
  const { managed_by: system } = details;
  const replace = { ...details, when, ...(typeof system === 'string' && { managed_by: sourceKind(system) }) };
  if (isImmediate(code)) return i18next.t(`common:failure.${code}`, { replace });
  // `call` loads them with the first error
  if (!i18next.exists(`errors:${code}`)) return i18next.t('common:failure.internal_error');
  return i18next.t(`errors:${code}`, { replace });
}
