import { DomainError } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import { completeSession, deleteSession, lockSessionState, setSessionProvedAt } from './sessions.queries.ts';
import { nextState, type SignInStep } from './sign-in-states.ts';

interface Proof {
  readonly now: Date;
  /** Stored when the sign-in completes, so that the former token stops working. */
  readonly renewal?: { readonly token_hash: Buffer; readonly expires_at: Date };
}

interface SessionTransition {
  readonly sessionId: number;
  readonly step: SignInStep;
  /** For steps that prove an identity. */
  readonly proof?: Proof;
}

const neverProved = new Date(0);

/**
 * Applies the step to the session. Returns whether it completed the sign-in; then `renewal` is stored.
 * @throws unauthenticated if the session has ended or its state refuses the step
 */
export async function transitionSession(tx: Tx, { sessionId, step, proof }: SessionTransition): Promise<boolean> {
  const from = (await lockSessionState(tx, sessionId)) ?? 'none';
  const to = nextState(step, from);
  if (to === undefined) throw new DomainError('unauthenticated');
  if (to === 'none') {
    await deleteSession(tx, sessionId);
    return false;
  }
  const proved_at = to === 'proved' && proof ? proof.now : neverProved;
  if (from !== 'password') {
    await setSessionProvedAt(tx, sessionId, proved_at);
    return false;
  }
  if (!proof?.renewal) throw new Error(`${step} completes a sign-in without a new token`);
  await completeSession(tx, sessionId, { ...proof.renewal, proved_at });
  return true;
}
