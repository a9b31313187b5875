interface StartErrorOptions extends ErrorOptions {
  /** 2 when only a person can change what is wrong, so that a supervisor need not start core again and again. */
  readonly exitCode?: 2;
}

/** A start that cannot work as things are. `message` is one sentence, for the person who starts, that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode, ...options }: StartErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode ?? 1;
  }
}
