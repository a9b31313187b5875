/** Names of groups in one field, `Staff|VPN users`; a bar or backslash in a name is escaped by a backslash. */
export function formatGroupNames(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/[\\|]/g, '\\$&')).join('|');
}

/** Each name once, in the order of the text. */
export function parseGroupNames(text: string): string[] {
  const names = [...text.matchAll(/((?:\\.|[^|\\]|\\$)*)(?:\||$)/gs)].map(([, name = '']) =>
    name.replaceAll(/\\(.)/gs, '$1').trim(),
  );
  return [...new Set(names)].filter(Boolean);
}
