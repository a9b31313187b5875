import i18next from 'i18next';
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { toast } from '../ui/toast.tsx';
import { ApiError } from './api-error.ts';
import { failedActionOf, showInPlace } from './failure-places.ts';
import { failureText, outcomeText, sentence } from './failure-text.ts';
import { parseFault } from './fault.ts';

/** Key below `root` of the errors of a form: the server has found faults in its fields. */
export const refused = 'refused';

type FieldFaults = readonly (readonly [field: string, message: string])[];

/**
 * Shows each fault at its field; the form focuses it, or lists them. Errors without a field of the form, such as an unreachable
 * server, are shown beside the button. Returns whether a field has a fault.
 */
export function showError<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
): boolean {
  const faults = error instanceof ApiError ? faultsOf(error) : [];
  const placed = faults.filter(([field]) => isIn(form.getValues(), field));
  for (const [field, message] of placed) form.setError(field as FieldPath<Values>, { type: 'server', message });
  if (placed.length > 0) form.setError(`root.${refused}`, { type: 'server' });
  if (placed.length === 0 || placed.length < faults.length) showFailure(error);
  return placed.length > 0;
}

/** Fields of the rows of a list are named by a path, such as `claims.0.name`. */
function isIn(values: FieldValues, field: string): boolean {
  return field in values || get(values, field) !== undefined;
}

/**
 * Shows why a change failed beside the button that started it, else as a toast with the name of that button. The same toast is
 * never shown twice at the same time.
 */
export function showFailure(error: unknown): void {
  if (showInPlace(error)) return;
  const action = failedActionOf(error);
  const [title = '', ...others] = [
    action && i18next.t('common:failure.action', { replace: { action } }),
    failureText(error),
    outcomeText(error),
  ].flatMap((text) => text || []);
  toast.error(title, {
    customId: [title, ...others].join(' '),
    ...(others.length > 0 && { subMessage: others }),
  });
}

function faultsOf(error: ApiError): FieldFaults {
  if (error.fields.length > 0) return error.fields.map(({ field, rule, limit }) => [field, faultFrom(rule, limit)]);
  return error.field ? [[error.field, sentence(error.code, error.details)]] : [];
}

function faultFrom(rule: string, limit: number | undefined): string {
  if (!parseFault(rule)) return 'invalid';
  return limit === undefined ? rule : `${rule}?count=${limit}`;
}
