import type { Clock } from '@gatewarden/link/clock';
import { StopError } from '@gatewarden/link/stop-error';
import { Secret } from '@gatewarden/process/secret';
import type { PersonClient } from '../../edge/person-client.ts';
import type { Person } from './ask-for-code.ts';
import type { Proof } from './proof.ts';

/** As other clients do (wire §16.4). */
const pauseMilliseconds = 5_000;
/** An attempt lasts five minutes; core may say first that it is over. */
const maxPauses = 60;
/** The person has not proved it yet (wire §13.2). */
const pendingStatus = 428;

interface Wait {
  /** Of the attempt. */
  readonly token: string;
  /** Why it ended, if core refuses it. */
  readonly refused: (error: string) => StopError;
  readonly expired: string;
}

/** Waits until the person has proved the attempt in a browser. @throws StopError if core refuses it, or after five minutes */
export async function waitForBrowser(
  edge: Pick<PersonClient, 'finishConnect'>,
  { token, refused, expired }: Wait,
  { signal, clock }: Pick<Person, 'signal'> & { readonly clock: Pick<Clock, 'sleep'> },
): Promise<Proof> {
  for (let pause = 0; pause < maxPauses; pause += 1) {
    await clock.sleep(pauseMilliseconds, signal);
    if (signal.aborted) return { kind: 'stopped' };
    const reply = await edge.finishConnect(token);
    if (reply.kind === 'answer') return { kind: 'proved', presharedKey: new Secret(reply.answer.preshared_key) };
    // a connection that fails for a moment does not end the wait
    if (reply.kind === 'error' && reply.code === 'connect_token_invalid') break;
    const isTemporary = reply.kind !== 'error' || [pendingStatus, 429].includes(reply.status) || reply.status >= 500;
    if (!isTemporary) throw refused(reply.error);
  }
  throw new StopError('code-needed', expired);
}
