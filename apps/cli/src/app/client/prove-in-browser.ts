import type { Clock } from '@gatewarden/link/clock';
import { StopError } from '@gatewarden/link/stop-error';
import type { PersonClient } from '../../edge/person-client.ts';
import type { Person } from './ask-for-code.ts';
import type { Proof } from './proof.ts';
import { waitForBrowser } from './wait-for-browser.ts';

/**
 * Prints the page on which the person confirms the attempt in the console, and waits for it.
 * @throws StopError: the person rejected it, or did not confirm it in time
 */
export async function proveInBrowser(
  edge: Pick<PersonClient, 'finishConnect'>,
  { name, token, url }: { readonly name: string; readonly token: string; readonly url: string },
  person: Person & { readonly clock: Clock },
): Promise<Proof> {
  person.terminal.tell(`Open this page in a browser, within five minutes, to connect to ${name}:`);
  person.terminal.tell(url);
  const refused = () =>
    new StopError('code-needed', `${name} was not connected: the request was rejected or has expired.`);
  return waitForBrowser(
    edge,
    { token, refused, expired: `${name} was not connected: it was not confirmed in the browser.` },
    person,
  );
}
