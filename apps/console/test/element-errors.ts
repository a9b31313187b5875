import { type Config, getConfig } from '@testing-library/react';

type GetElementError = Config['getElementError'];

/**
 * Omits the page from errors of attempts during a wait. They are discarded unless the time is up, and then the page is
 * added. Printing the page each time took 5 % of the duration of the tests.
 */
export function omitPageWhileWaiting(getElementError: GetElementError): GetElementError {
  return (message, container) => {
    if (message === null || !isWaiting()) return getElementError(message, container);
    return Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
  };
}

/** Flag of the library for such an attempt, for the same purpose. */
function isWaiting(): boolean {
  return (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
}
