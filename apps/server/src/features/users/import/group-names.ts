/** Names of groups in one field, `Staff|VPN users`; a bar or backslash of a name has a backslash before it. */
export function formatGroupNames(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\|]/g, '\\$&')).join('|');
}

/** Each once, in the order in which they stand. */
export function parseGroupNames(text: string): string[] {
  const names = [...text.matchAll(/((?:\\.|[^|\\]|\\$)*)(?:\||$)/gs)].map(([, name = '']) =>
    name.replaceAll(/\\(.)/gs, '$1').trim(),
  );
  return [...new Set(names)].filter(Boolean);
}
