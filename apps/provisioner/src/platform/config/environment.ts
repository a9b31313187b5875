/** The only access to the environment; other code gets the values that it needs as arguments. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
