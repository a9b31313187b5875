import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { Proof, type WithProof } from '../../../lib/with-proof.ts';

// fetched when it is first needed, which is seldom
const ProofDialog = lazy(() => import('./proof-dialog.tsx').then((file) => ({ default: file.ProofDialog })));

/** Asks, where an action needs it, whether it is still the same person; see `useWithProof`. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const answer = useRef<(proved: boolean) => void>(undefined);

  const ask = useCallback(async () => {
    await loadTexts('auth');
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setAsking(true);
    });
  }, []);
  const withProof: WithProof = useCallback(
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
  const end = (proved: boolean) => {
    setAsking(false);
    answer.current?.(proved);
  };

  return (
    <Proof.Provider value={withProof}>
      {children}
      {asking && (
        <Suspense>
          <ProofDialog onProved={() => end(true)} onClose={() => end(false)} />
        </Suspense>
      )}
    </Proof.Provider>
  );
}
