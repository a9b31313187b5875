import type { Tx } from '../../platform/database/database.ts';
import type { ComponentKind } from './component.ts';
import type { StaleComponentRow } from './presence.queries.ts';

/** The registered kinds of components. */
export interface ComponentKinds {
  add(kind: ComponentKind): void;
  /** Reports components that were marked as disconnected to their kinds. */
  disconnected(tx: Tx, components: readonly StaleComponentRow[]): Promise<void>;
}

export function createComponentKinds(): ComponentKinds {
  const kinds = new Map<string, ComponentKind>();
  return {
    add(kind) {
      if (kinds.has(kind.name)) throw new Error(`the kind ${kind.name} is already registered`);
      kinds.set(kind.name, kind);
    },
    async disconnected(tx, components) {
      for (const { kind, ...component } of components) await kinds.get(kind)?.disconnected(tx, component);
    },
  };
}
