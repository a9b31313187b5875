let count = 0;

/** The prefix with a number that no other call of this process gets. */
export function uniqueName(prefix: string): string {
  count += 1;
  return `${prefix}${count}`;
}
