/** The log of a link; a pino logger implements it. */
export interface LinkLog {
  debug(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
