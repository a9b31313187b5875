import type { Clock } from '@gatewarden/link/clock';
import { StopError } from '@gatewarden/link/stop-error';
import type { Person } from './ask-for-code.ts';
import type { Proof } from './proof.ts';
import { explainStart, type ProofRequest } from './prove-factor.ts';
import { waitForBrowser } from './wait-for-browser.ts';

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
  const refused = (error: string) => new StopError('refused', refusedMessage(name, error));
  const expired = `${name} was not connected: no sign-in within five minutes.`;
  return waitForBrowser(edge, { token, refused, expired }, { signal, clock });
}

function refusedMessage(name: string, error: string): string {
  return `${name} was not connected: another account signed in, or core no longer admits this device (${error}).`;
}

function noTerminalMessage(name: string): string {
  return `${name} asks for a sign-in at an identity provider. Run "gatewarden up" in a terminal.`;
}
