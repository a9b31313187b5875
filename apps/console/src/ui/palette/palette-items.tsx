import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';

/** What can be done with an item besides opening it. */
export interface PaletteAction {
  id: string;
  label: string;
  /** Further searchable words. */
  keywords?: readonly string[];
  icon?: ReactNode;
  run: () => void;
}

/** An item of the command palette. */
export interface PaletteItem {
  id: string;
  /** Searchable text: a page, the name of an object, or an action. */
  label: string;
  /** Secondary text, searchable too. */
  description?: string;
  /** Heading of its group. */
  group: string;
  /** Further searchable words. */
  keywords?: readonly string[];
  /** Does something instead of opening a page; the only ones that are found after `>`. */
  isAction?: boolean;
  icon?: ReactNode;
  actions?: readonly PaletteAction[];
  run: () => void;
}

interface Registry {
  items: readonly PaletteItem[];
  register: (owner: string, items: readonly PaletteItem[]) => () => void;
}

const Items = createContext<Registry>({ items: [], register: () => () => undefined });

/** Collects the palette items of the components below. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [owners, setOwners] = useState<ReadonlyMap<string, readonly PaletteItem[]>>(new Map());
  const [register] = useState(() => (owner: string, items: readonly PaletteItem[]) => {
    setOwners((before) => new Map(before).set(owner, items));
    return () => setOwners((before) => new Map([...before].filter(([other]) => other !== owner)));
  });
  return <Items.Provider value={{ items: [...owners.values()].flat(), register }}>{children}</Items.Provider>;
}

/** Adds items to the palette while the component is mounted. The list must be stable between renders (`useMemo`). */
export function usePaletteItems(items: readonly PaletteItem[]): void {
  const owner = useId();
  const { register } = useContext(Items);
  useEffect(() => register(owner, items), [owner, items, register]);
}

/** Items of all mounted components. */
export function useRegisteredItems(): readonly PaletteItem[] {
  return useContext(Items).items;
}
