import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { isApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { refused, showError } from '../../../lib/form-errors.ts';

/** As `showError`; shows a refused address at its field: another device may have got it meanwhile. */
export function showDeviceError<Values extends FieldValues & { addresses: string[] }, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
): void {
  const { addresses } = form.getValues();
  const isRefused = (text: string) =>
    isApiError(error, 'device_address_unavailable') && text.trim() === error.details['address'];
  const index = addresses.findIndex(isRefused);
  if (index < 0) return void showError(form, error);
  form.setError(`addresses.${index}` as FieldPath<Values>, { type: 'server', message: failureText(error) });
  form.setError(`root.${refused}`, { type: 'server' });
}
