/** The one place that looks at the environment; everything else is handed what it needs of it. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
