/** A formatted instant that breaks only between the date and the time of day. */
export function unbroken(instant: string): string {
  return instant.replace(/ (?!\d{1,2}(:|시))/g, '\u00a0');
}
