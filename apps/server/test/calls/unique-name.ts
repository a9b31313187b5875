let count = 0;

/** The prefix with a number that is unique in this process. */
export function uniqueName(prefix: string): string {
  count += 1;
  return `${prefix}${count}`;
}
