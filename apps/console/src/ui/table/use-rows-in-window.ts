import { type RefObject, useState, useSyncExternalStore } from 'react';
import { rowHeightPixels } from '../theme/tokens.ts';
import { useScrollMargin } from './use-scroll-margin.ts';

/** Rows rendered beyond each edge of the window, so that none is missing during scrolling. */
const overscanRows = 10;

interface Rows {
  /** Index of the first row to render. */
  readonly from: number;
  /** Index behind the last one. */
  readonly to: number;
}

/** Those of `count` rows of one height that are in the window, and a few around. `body` starts with the first row. */
export function useRowsInWindow(body: RefObject<HTMLElement | null>, count: number): Rows {
  const margin = useScrollMargin(body);
  const [viewport] = useState(createViewport);
  // A store renders before the next frame, so that no frame of a scroll is without its rows.
  const { top, height } = useSyncExternalStore(viewport.subscribe, viewport.read);
  // a list that became shorter ends where the window is until the browser has scrolled there
  const lastTop = Math.max(0, count * rowHeightPixels - height);
  const first = Math.floor(Math.min(top - margin, lastTop) / rowHeightPixels);
  const last = Math.ceil((top - margin + height) / rowHeightPixels);
  const within = (index: number) => Math.min(Math.max(index, 0), count);
  return { from: within(first - overscanRows), to: within(last + 1 + overscanRows) };
}

/**
 * Position of the window, to the height of a row, and its height, in pixels. It is stored, because reading it from the
 * window after a change of the page forces a layout.
 */
function createViewport() {
  let viewport = readViewport();
  return {
    read: () => viewport,
    subscribe(onChange: () => void): () => void {
      const update = () => {
        const next = readViewport();
        if (next.top === viewport.top && next.height === viewport.height) return;
        viewport = next;
        onChange();
      };
      const subscribed = new AbortController();
      const options = { passive: true, signal: subscribed.signal };
      window.addEventListener('scroll', update, options);
      window.addEventListener('resize', update, options);
      update();
      return () => subscribed.abort();
    },
  };
}

function readViewport() {
  const { scrollY, innerHeight } = window;
  return { top: Math.floor(scrollY / rowHeightPixels) * rowHeightPixels, height: innerHeight };
}
