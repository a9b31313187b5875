import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { ReauthenticationContext, type WithReauthentication } from '../../../lib/with-reauthentication.ts';

// loaded on first use, which is rare
const ReauthenticationDialog = lazy(() =>
  import('./reauthentication-dialog.tsx').then((file) => ({ default: file.ReauthenticationDialog })),
);

/** Shows the reauthentication dialog when an action requires it; see `useWithReauthentication`. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const asked = useRef<PromiseWithResolvers<boolean>>(undefined);

  const ask = useCallback(async () => {
    await loadTexts('auth');
    // several actions wait for the same answer
    asked.current ??= Promise.withResolvers();
    setAsking(true);
    return asked.current.promise;
  }, []);
  const withReauthentication: WithReauthentication = useCallback(
    async (action) => {
      try {
        return await action();
      } catch (error) {
        if (!isApiError(error, 'proof_required') || !(await ask())) throw error;
        return action();
      }
    },
    [ask],
  );
  const end = (verified: boolean) => {
    setAsking(false);
    asked.current?.resolve(verified);
    asked.current = undefined;
  };

  return (
    <ReauthenticationContext.Provider value={withReauthentication}>
      {children}
      {asking && (
        <Suspense>
          <ReauthenticationDialog onVerified={() => end(true)} onClose={() => end(false)} />
        </Suspense>
      )}
    </ReauthenticationContext.Provider>
  );
}
