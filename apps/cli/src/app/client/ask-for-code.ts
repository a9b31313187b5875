import type { FactorMethod } from '../../edge/person-client.ts';
import type { Terminal } from '../../ports/terminal.ts';

export interface Person {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Longer than any code. */
const maxCharacters = 64;

/**
 * The code that the person enters, without blanks. Undefined at the end of the input, and when the signal is aborted.
 * @param name of the location
 */
export async function askForCode(
  name: string,
  method: FactorMethod,
  { terminal, signal }: Person,
): Promise<string | undefined> {
  const source = method === 'app' ? 'your authenticator app' : 'the email that was sent to you';
  for (;;) {
    const line = await terminal.ask(`Code of ${source} for ${name}: `, signal);
    if (line === undefined) return undefined;
    const code = line.replaceAll(/\s/g, '').slice(0, maxCharacters);
    if (code !== '') return code;
  }
}
