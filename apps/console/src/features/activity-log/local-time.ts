const minuteMilliseconds = 60_000;
const inputLength = 'yyyy-MM-ddTHH:mm'.length;

/** An instant of the address as a `datetime-local` field shows it, in the reader's zone; empty for none. */
export function toInputValue(instant: string | undefined): string {
  if (instant === undefined) return '';
  const at = new Date(instant);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * minuteMilliseconds);
  return local.toISOString().slice(0, inputLength);
}

/** What was typed there, as an instant; undefined while it is none. */
export function parseInputValue(value: string): string | undefined {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
