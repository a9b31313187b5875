/** Where the link reports what happens; a pino logger is one. */
export interface LinkLog {
  debug(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
