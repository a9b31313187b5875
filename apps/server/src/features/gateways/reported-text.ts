const maxReasonLength = 1_000;
const maxProblems = 20;

/** Turns any text that the other side sent into one line that may be stored and shown. */
export function toLine(text: string): string {
  // truncation may leave half of a surrogate pair, which cannot be stored
  const whole = text.slice(0, maxReasonLength).toWellFormed();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return whole.replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ');
}

/** At most 20 lines. */
export function toLines(texts: readonly string[]): string[] {
  return texts.slice(0, maxProblems).map(toLine);
}
