import { createContext, useContext } from 'react';

export type WithReauthentication = <T>(action: () => Promise<T>) => Promise<T>;

export const ReauthenticationContext = createContext<WithReauthentication>((action) => action());

/**
 * Wraps an action that changes what protects an account: where the server asks who is there, a dialog does, and the
 * action goes on afterwards. Whoever closes the dialog leaves everything as it was; then the action fails as it did.
 */
export function useWithReauthentication(): WithReauthentication {
  return useContext(ReauthenticationContext);
}
