interface StartErrorOptions extends ErrorOptions {
  /** 2 if only a person can fix the problem, so that a supervisor does not restart core repeatedly. */
  readonly exitCode?: 2;
}

/** An expected failure to start. `message` is one sentence for the operator that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode, ...options }: StartErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode ?? 1;
  }
}
