/**
 * How the agent ends.
 * - `stopped`: somebody asked for it.
 * - `failed`: this machine does not allow the work; worth another try once that is repaired.
 * - `usage`: the command line is wrong.
 * - `refused`: core will not have this gateway; trying again with the same token or credential is of no use.
 */
export const exitCodes = { stopped: 0, failed: 1, usage: 2, refused: 3 } as const;
export type ExitReason = keyof typeof exitCodes;

/** The agent cannot go on. The message is for the person at the terminal: whole sentences, no secrets. */
export class StopError extends Error {
  readonly exit: ExitReason;

  constructor(exit: ExitReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StopError';
    this.exit = exit;
  }
}
