import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';

/** Something that the command palette offers. */
export interface PaletteItem {
  id: string;
  /** What is found by typing: a page, an object's name, a verb. */
  label: string;
  /** A word about it: "User", "Location". */
  description?: string;
  /** The heading it stands under; items with the same one stand together. */
  group: string;
  /** Further words that find it. */
  keywords?: string[];
  icon?: ReactNode;
  run: () => void;
}

interface Registry {
  items: readonly PaletteItem[];
  register: (owner: string, items: readonly PaletteItem[]) => () => void;
}

const Items = createContext<Registry>({ items: [], register: () => () => undefined });

/** Holds what the screens below offer to the palette. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [owners, setOwners] = useState<ReadonlyMap<string, readonly PaletteItem[]>>(new Map());
  const [register] = useState(() => (owner: string, items: readonly PaletteItem[]) => {
    setOwners((before) => new Map(before).set(owner, items));
    return () => setOwners((before) => new Map([...before].filter(([other]) => other !== owner)));
  });
  return <Items.Provider value={{ items: [...owners.values()].flat(), register }}>{children}</Items.Provider>;
}

/**
 * Offers actions of this screen, or objects it knows, in the palette while the component is mounted. Hand in a list
 * that changes only when the items do (`useMemo`).
 */
export function usePaletteItems(items: readonly PaletteItem[]): void {
  const owner = useId();
  const { register } = useContext(Items);
  useEffect(() => register(owner, items), [owner, items, register]);
}

/** What all mounted screens offer. */
export function useRegisteredItems(): readonly PaletteItem[] {
  return useContext(Items).items;
}
