import type { Terminal } from '../../ports/terminal.ts';

/** A line that a person enters, or how they find it. */
export type ScriptedLine = string | (() => string | Promise<string>);

export interface TerminalScript {
  /** Absent: there is no person, and nothing can be asked. */
  readonly answers?: readonly ScriptedLine[];
  /** The standard input without a person. */
  readonly input?: string;
  /** Gets questions and messages. */
  readonly seen: string[];
}

/** A terminal for tests, whose person answers in order and then ends the input. */
export function createScriptedTerminal({ answers, input, seen }: TerminalScript): Terminal {
  const remaining = [...(answers ?? [])];
  return {
    isInteractive: answers !== undefined,
    async ask(question) {
      seen.push(question);
      const line = remaining.shift();
      return typeof line === 'function' ? line() : line;
    },
    tell: (line) => void seen.push(line),
    readLine: async () => input,
  };
}
