const checks = new Set<() => boolean>();

/** Registers input that a reload would lose while `check` returns true; returns a function that ends it. */
export function watchUnsavedInput(check: () => boolean): () => void {
  checks.add(check);
  return () => void checks.delete(check);
}

/** Input of a user whose session has ended: it must not prevent that the page goes away. */
export function abandonInput(): void {
  checks.clear();
}

export function hasUnsavedInput(): boolean {
  return [...checks].some((check) => check());
}
