interface Rename {
  /** What the object has; no other object has it. */
  readonly held: readonly string[];
  /** What it shall have. */
  readonly wanted: readonly string[];
}

/**
 * The renames in an order in which every name is free when it is assigned, and those for which there is no such order,
 * because another object has the name, or because they would exchange names. Names are marked with their kind, so that
 * different kinds do not collide. `holders` has the current names and who has them, and is changed to those afterwards.
 */
export function orderRenames<R extends Rename & { readonly id: number }>(
  renames: readonly R[],
  holders: Map<string, number>,
): { ordered: R[]; blocked: R[] } {
  const ordered: R[] = [];
  const waiting = new Map<string, R[]>();
  const ready = [...renames];
  for (let rename = ready.shift(); rename !== undefined; rename = ready.shift()) {
    const { id, held, wanted } = rename;
    const taken = wanted.find((name) => (holders.get(name) ?? id) !== id);
    if (taken !== undefined) {
      waiting.set(taken, [...(waiting.get(taken) ?? []), rename]);
      continue;
    }
    for (const name of held) holders.delete(name);
    for (const name of wanted) holders.set(name, id);
    ordered.push(rename);
    for (const name of held) {
      ready.push(...(waiting.get(name) ?? []));
      waiting.delete(name);
    }
  }
  return { ordered, blocked: [...waiting.values()].flat() };
}
