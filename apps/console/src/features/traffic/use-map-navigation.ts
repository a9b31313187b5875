import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type MapNode, nodeKey } from './map-node.ts';

export interface MapNavigation {
  /** Around the nodes. */
  readonly map: RefObject<HTMLUListElement | null>;
  /** The node that had the focus last. */
  readonly current: MapNode | undefined;
  /** Whether the summary of the current node is open. */
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onNodeFocus: (node: MapNode) => void;
  readonly onNodeClick: (event: MouseEvent<HTMLElement>, node: MapNode) => void;
}

const steps: Readonly<Record<string, 1 | -1>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  j: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  k: -1,
};

/**
 * A click, Enter or Space on a node opens its summary; arrow keys move to the next node, and an open summary follows. On
 * the node whose summary is open, Enter follows the link, and a click or Space closes the summary.
 */
export function useMapNavigation(): MapNavigation {
  const map = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<MapNode>();
  const [isOpen, setOpen] = useState(false);

  const onNodeClick = useCallback((event: MouseEvent<HTMLElement>, node: MapNode) => {
    if (event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const wasOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
    const byKeyboard = event.detail === 0;
    if (wasOpen && byKeyboard) return;
    event.preventDefault();
    // some browsers do not focus a link that is clicked
    event.currentTarget.focus({ preventScroll: true });
    setCurrent(node);
    setOpen(!wasOpen);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !map.current) return;
    const nodes = nodesOf(map.current);
    const index = event.target instanceof HTMLElement ? nodes.indexOf(event.target) : -1;
    if (index < 0) return;
    const step = steps[event.key];
    if (step !== undefined) nodes[index + step]?.focus();
    else if (event.key === 'Home') nodes[0]?.focus();
    else if (event.key === 'End') nodes.at(-1)?.focus();
    else if (event.key === ' ') setOpen(!isOpen);
    else return;
    event.preventDefault();
  };

  const close = () => {
    setOpen(false);
    if (map.current && current) focusNode(map.current, current);
  };

  const currentKey = current && nodeKey(current);
  // the map becomes narrower beside a summary, which moves its nodes
  useEffect(() => {
    const node = map.current && nodesOf(map.current).find(({ dataset }) => dataset['node'] === currentKey);
    if (isOpen) node?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, currentKey]);

  return { map, current, isOpen, close, onKeyDown, onNodeFocus: setCurrent, onNodeClick };
}

function nodesOf(map: HTMLElement): HTMLElement[] {
  return [...map.querySelectorAll<HTMLElement>('[data-node]')];
}

/** If the node is gone, because a person disconnected, the location of the node. */
function focusNode(map: HTMLElement, node: MapNode): void {
  const nodes = nodesOf(map);
  const find = (key: string) => nodes.find(({ dataset }) => dataset['node'] === key);
  const place = find(nodeKey(node)) ?? find(nodeKey({ kind: 'location', locationId: node.locationId }));
  place?.focus();
}
