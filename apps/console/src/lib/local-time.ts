const minuteMilliseconds = 60_000;
const inputLength = 'yyyy-MM-ddTHH:mm'.length;

/** Value of a `datetime-local` field for an instant, in the time zone of the user; empty without an instant. */
export function toInputValue(instant: string | undefined): string {
  if (instant === undefined) return '';
  const at = new Date(instant);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * minuteMilliseconds);
  return local.toISOString().slice(0, inputLength);
}

/** Instant of a `datetime-local` value; undefined while the value is not valid. */
export function parseInputValue(value: string): string | undefined {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
