import { type Config, getConfig } from '@testing-library/react';

type GetElementError = Config['getElementError'];

/**
 * The error of an attempt while something is waited for is thrown away unless the time is up, and then the page is
 * added to it: printing the page each time took a twentieth of the tests' time.
 */
export function omitPageWhileWaiting(getElementError: GetElementError): GetElementError {
  return (message, container) => {
    if (message === null || !isWaiting()) return getElementError(message, container);
    return Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
  };
}

/** The library's own mark of such an attempt, for the same purpose. */
function isWaiting(): boolean {
  return (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
}
