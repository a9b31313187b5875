// What jsdom lacks of a browser and our components ask for. Nothing here decides the outcome of a test, except for the
// width of the window, which `setWindowWidth` changes.

class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Never opens: screens are tested without news from the server unless a test hands them some. */
class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 0;
  close(): void {}
}

/** Understands what our own media queries say: `(width < 48em)`. Everything else does not match. */
function matchMedia(query: string): MediaQueryList {
  const bound = /^\(width < ([\d.]+)em\)$/.exec(query)?.[1];
  const matches = bound !== undefined && window.innerWidth < Number(bound) * 16;
  return Object.assign(new EventTarget(), {
    matches,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;
}

export function fillBrowserGaps(): void {
  Object.assign(window, {
    matchMedia,
    ResizeObserver: SilentObserver,
    EventSource: SilentEventSource,
    scrollTo: () => undefined,
  });
  Object.assign(globalThis, { ResizeObserver: SilentObserver, EventSource: SilentEventSource });
  Element.prototype.scrollIntoView = () => undefined;
}

/** For the test at hand; 1024 px again for the next. */
export function setWindowWidth(pixels: number): void {
  Object.assign(window, { innerWidth: pixels });
}
