/** Exit codes: a problem of this machine or the network; a wrong command line; core refuses the device. */
export const exitCodes = { failed: 1, usage: 2, refused: 3 } as const;

/** The program cannot continue. The message is for the person at the terminal: whole sentences, no secrets. */
export class StopError extends Error {
  readonly exit: keyof typeof exitCodes;

  constructor(exit: keyof typeof exitCodes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StopError';
    this.exit = exit;
  }
}
