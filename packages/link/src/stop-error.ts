/**
 * Why the agent ends, with its exit code.
 * - `stopped`: by a signal or the parent process.
 * - `failed`: a problem of this machine; another attempt makes sense after it is fixed.
 * - `usage`: the command line is wrong.
 * - `refused`: core refuses this gateway; another attempt with the same token or credential fails too.
 * - `code-needed`: a person must enter the code of a second factor, and the program has no terminal.
 */
export const exitCodes = { stopped: 0, failed: 1, usage: 2, refused: 3, 'code-needed': 4 } as const;
export type ExitReason = keyof typeof exitCodes;

/** The agent cannot continue. The message is for the person at the terminal: whole sentences, no secrets. */
export class StopError extends Error {
  readonly exit: ExitReason;

  constructor(exit: ExitReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StopError';
    this.exit = exit;
  }
}
