import { useSyncExternalStore } from 'react';

type Values = Readonly<Record<string, unknown>>;

/** Changed fields of the forms that are not saved, by the path of their page. Only in the memory of this page. */
let drafts: ReadonlyMap<string, Values> = new Map();
const listeners = new Set<() => void>();

function replaceDrafts(next: ReadonlyMap<string, Values>): void {
  drafts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function readDraft(path: string): Values {
  return drafts.get(path) ?? {};
}

/** Without fields, the form has no changes. */
export function storeDraft(path: string, fields: Values): void {
  const others = [...drafts].filter(([other]) => other !== path);
  const isEmpty = Object.keys(fields).length === 0;
  if (isEmpty && others.length === drafts.size) return;
  replaceDrafts(new Map(isEmpty ? others : [...others, [path, fields]]));
}

/** Also of another user, who used this browser before. */
export function clearDrafts(): void {
  if (drafts.size > 0) replaceDrafts(new Map());
}

/** The drafts by the path of their page. */
export function useDrafts(): ReadonlyMap<string, Values> {
  return useSyncExternalStore(subscribe, () => drafts);
}
