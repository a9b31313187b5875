import { createContext, useContext } from 'react';

export type WithReauthentication = <T>(action: () => Promise<T>) => Promise<T>;

export const ReauthenticationContext = createContext<WithReauthentication>((action) => action());

/**
 * Wraps a sensitive action: if the server requires reauthentication, a dialog asks for it and the action runs again. If
 * the user closes the dialog, the action rejects with its original error.
 */
export function useWithReauthentication(): WithReauthentication {
  return useContext(ReauthenticationContext);
}
