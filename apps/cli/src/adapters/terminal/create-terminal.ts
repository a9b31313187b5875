import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Terminal } from '../../ports/terminal.ts';

interface Streams {
  readonly input: NodeJS.ReadableStream & Pick<ReadStream, 'isTTY'>;
  /** Apart from the standard output, which programs read. */
  readonly output: NodeJS.WritableStream & Pick<WriteStream, 'isTTY'>;
}

/** A link has a few hundred characters. */
const maxCharacters = 8192;

/** The terminal of the process. */
export function createTerminal({ input, output }: Streams): Terminal {
  return {
    isInteractive: input.isTTY === true && output.isTTY === true,
    tell: (line) => void output.write(`${line}\n`),
    async ask(question, signal) {
      const lines = createInterface({ input, output, terminal: true });
      const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
      // Ctrl+C ends the question; readline would otherwise take it from the process
      lines.once('SIGINT', () => process.emit('SIGINT'));
      try {
        return await Promise.race([lines.question(question, { signal }), closed]);
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      } finally {
        lines.close();
      }
    },
    async readLine() {
      let text = '';
      for await (const part of input) {
        text += String(part);
        if (text.includes('\n') || text.length > maxCharacters) break;
      }
      const [line = ''] = text.split('\n');
      return line === '' || line.length > maxCharacters ? undefined : line;
    },
  };
}
