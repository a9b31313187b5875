const maxReasonLength = 1_000;
const maxProblems = 20;

/** One line that may be stored and shown, whatever the other side sent. */
export function toLine(text: string): string {
  // the cut may leave half of a character, which cannot be stored
  const whole = text.slice(0, maxReasonLength).toWellFormed();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return whole.replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ');
}

/** At most as many lines as a person reads. */
export function toLines(texts: readonly string[]): string[] {
  return texts.slice(0, maxProblems).map(toLine);
}
