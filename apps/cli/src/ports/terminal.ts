/** The person at the terminal, if there is one. */
export interface Terminal {
  /** Whether a person can answer. */
  readonly isInteractive: boolean;
  /** Prints the question and reads a line. Undefined at the end of the input, and when the signal is aborted. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
  /** Prints a line for the person. */
  tell(line: string): void;
  /** First line of the standard input, bounded, also without a person. Undefined if there is none. */
  readLine(): Promise<string | undefined>;
}
