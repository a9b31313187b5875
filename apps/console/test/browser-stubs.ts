// Stubs for browser functions that jsdom lacks. They do not affect the outcome of a test, except for the width of the
// window, which `setWindowWidth` sets.

import type { RecentEvent } from '@gatewarden/contract/live';
import { vi } from 'vitest';

class NoopObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/**
 * Replaces the `EventSource` of the browser: a test opens it, sends events and lets it fail. By default it never opens.
 */
export class TestEventSource extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  /** Open instances, the latest last. */
  static readonly open: TestEventSource[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    TestEventSource.open.push(this);
  }

  close(): void {
    this.readyState = TestEventSource.CLOSED;
    const index = TestEventSource.open.indexOf(this);
    if (index >= 0) TestEventSource.open.splice(index, 1);
  }

  /** With the event that core sends first; by default nothing changed. */
  succeed(recent: RecentEvent | string = { changed_ms_ago: {}, complete_ms: null }): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.send('recent', recent);
  }

  /** A text is sent as it is. */
  send(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: typeof data === 'string' ? data : JSON.stringify(data) }));
  }

  /** `refused`: the browser does not reconnect. */
  fail({ refused }: { refused: boolean }): void {
    this.readyState = refused ? TestEventSource.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }
}

/** Supports the form of our media queries, `(width < 48em)`. Others do not match. */
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

export function installBrowserStubs(): void {
  Object.assign(window, {
    matchMedia,
    ResizeObserver: NoopObserver,
    EventSource: TestEventSource,
    scrollTo: () => undefined,
  });
  Object.assign(globalThis, {
    ResizeObserver: NoopObserver,
    IntersectionObserver: NoopObserver,
    EventSource: TestEventSource,
  });
  Element.prototype.scrollIntoView = () => undefined;
  // Charts work without a canvas and have a table with the same data.
  HTMLCanvasElement.prototype.getContext = () => null;
}

/** For the current test; the next one starts with 1024 px. */
export function setWindowWidth(pixels: number): void {
  Object.assign(window, { innerWidth: pixels });
}

/** Every element is in the viewport, in the current test. By default none is. */
export function showEverything(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class extends NoopObserver {
      readonly #report: (entries: { isIntersecting: boolean }[]) => void;

      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        super();
        this.#report = report;
      }

      override observe(): void {
        this.#report([{ isIntersecting: true }]);
      }
    },
  );
}
