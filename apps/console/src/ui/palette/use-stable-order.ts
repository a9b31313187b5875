import { useState } from 'react';
import type { PaletteItem } from './palette-items.tsx';

/**
 * The items in their order. While `isHeld`, those that were shown stay where they are, and others follow them, so that no
 * result moves under the highlight.
 */
export function useStableOrder(items: readonly PaletteItem[], isHeld: boolean): readonly PaletteItem[] {
  const [shown, setShown] = useState<readonly string[]>([]);
  const ordered = isHeld ? holdOrder(items, shown) : items;
  const ids = ordered.map(({ id }) => id);
  if (ids.length !== shown.length || ids.some((id, index) => id !== shown[index])) setShown(ids);
  return ordered;
}

function holdOrder(items: readonly PaletteItem[], shown: readonly string[]): PaletteItem[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const kept = shown.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(kept);
  return [...kept, ...items.filter((item) => !known.has(item))];
}
