import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createTerminal } from './create-terminal.ts';

function givenTerminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  return { input, output, terminal: createTerminal({ input, output }) };
}

const never = new AbortController().signal;

describe('createTerminal', () => {
  it('asks, and reads an answer for each question', async () => {
    const { input, output, terminal } = givenTerminal(true);
    expect(terminal.isInteractive).toBe(true);
    for (const answer of ['123456', '654321']) {
      const asked = terminal.ask('Code: ', never);
      input.write(`${answer}\n`);
      expect(await asked).toBe(answer);
    }
    expect(String(output.read())).toContain('Code: ');
  });

  it('has no answer at the end of the input, and when it is stopped', async () => {
    const stopping = new AbortController();
    const stopped = givenTerminal(true).terminal.ask('Code: ', stopping.signal);
    stopping.abort();
    expect(await stopped).toBeUndefined();
    const { input, terminal } = givenTerminal(true);
    const asked = terminal.ask('Code: ', never);
    input.end();
    expect(await asked).toBeUndefined();
  });

  it('reads the first line of the standard input, with a limit', async () => {
    const read = (text: string) => {
      const { input, terminal } = givenTerminal(false);
      expect(terminal.isInteractive).toBe(false);
      input.end(text);
      return terminal.readLine();
    };
    expect(await read('first\nsecond\n')).toBe('first');
    expect(await read('without end')).toBe('without end');
    expect(await read('')).toBeUndefined();
    expect(await read('x'.repeat(100_000))).toBeUndefined();
  });
});
