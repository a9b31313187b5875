import type { Clock } from '@gatewarden/link/clock';
import { StopError } from '@gatewarden/link/stop-error';
import { Secret } from '@gatewarden/process/secret';
import type { Person } from './ask-for-code.ts';
import { explainStart, type Proof, type ProofRequest } from './prove-factor.ts';

/** As other clients do (wire §16.4). */
const pauseMilliseconds = 3_000;
/** An attempt lasts five minutes. */
const maxPauses = 100;
/** The person has not signed in yet (wire §13.2). */
const pendingStatus = 428;

/**
 * Begins a session in the location after the person signed in at an identity provider, in a browser of any machine.
 * @throws StopError: core refuses it, the person did not sign in in time, or there is no person
 */
export async function proveExternal(
  { edge, client, location }: Omit<ProofRequest, 'method' | 'code'>,
  { terminal, signal, clock }: Person & { readonly clock: Pick<Clock, 'sleep'> },
): Promise<Proof> {
  const name = location.tunnel.locationName;
  if (!terminal.isInteractive) throw new StopError('code-needed', noTerminalMessage(name));
  const wanted = { locationId: location.id, publicKey: client.publicKey, method: 'external' as const };
  const started = await edge.startConnect(wanted);
  if (started.kind !== 'answer') return explainStart(started, name, `${name} has no identity provider at the moment.`);
  const { token } = started.answer;
  const address = new URL('/openid/mfa', client.url);
  address.searchParams.set('token', token);
  terminal.tell(`To connect to ${name}, sign in at this address in a browser:`);
  terminal.tell(address.href);
  for (let pause = 0; pause < maxPauses; pause += 1) {
    await clock.sleep(pauseMilliseconds, signal);
    if (signal.aborted) return { kind: 'stopped' };
    const reply = await edge.finishConnect(token, undefined);
    if (reply.kind === 'answer') return { kind: 'proved', presharedKey: new Secret(reply.answer.preshared_key) };
    // a connection that fails for a moment does not end the wait
    if (reply.kind !== 'error' || reply.status === pendingStatus || reply.status === 429 || reply.status >= 500)
      continue;
    throw new StopError('refused', refusedMessage(name, reply.error));
  }
  throw new StopError('code-needed', `${name} was not connected: no sign-in within five minutes.`);
}

function refusedMessage(name: string, error: string): string {
  return `${name} was not connected: another account signed in, or core no longer admits this device (${error}).`;
}

function noTerminalMessage(name: string): string {
  return `${name} asks for a sign-in at an identity provider. Run "gatewarden up" in a terminal.`;
}
