import type { PickItem } from '../../ui/form/pick-rows.tsx';

interface FoundEvents {
  /** The name contains all words. */
  readonly byName: readonly PickItem[];
  /** Only name and area together contain them. */
  readonly byArea: readonly PickItem[];
}

/** Events that match the words of a search, which ignores case. All have a matching name if there are no words. */
export function findEvents(events: readonly PickItem[], search: string): FoundEvents {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const contains = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const byName = events.filter(({ label }) => contains(label));
  const byArea = events.filter(({ label, detail = '' }) => !contains(label) && contains(`${label} ${detail}`));
  return { byName, byArea };
}
