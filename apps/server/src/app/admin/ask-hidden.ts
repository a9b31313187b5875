import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartError } from '../../platform/start-error.ts';

/**
 * Prompts at the terminal without echo. Without a terminal, reads the next line of standard input, so that scripts need
 * no terminal and secrets need not be visible command-line arguments.
 * @throws StartError if the input ends, for example with Ctrl+C
 */
export async function askHidden(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  if (isTerminal) process.stderr.write(question);
  try {
    const answer = await new Promise<string | undefined>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(undefined));
    });
    if (answer === undefined) throw new StartError('Nothing was typed, and nothing was changed.');
    return answer;
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}
