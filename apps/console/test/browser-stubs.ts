// What jsdom lacks of a browser and our components ask for. Nothing here decides the outcome of a test, except for the
// width of the window, which `setWindowWidth` changes.

class NoopObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Stands for the browser's: a test opens it, sends through it and breaks it. Left alone it never opens. */
export class TestEventSource extends EventTarget {
  static readonly CLOSED = 2;
  /** Those that nobody has closed, the latest last. */
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
    TestEventSource.open.splice(TestEventSource.open.indexOf(this), 1);
  }

  succeed(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  send(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  /** `refused`: the browser does not try again by itself. */
  fail({ refused }: { refused: boolean }): void {
    this.readyState = refused ? TestEventSource.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }
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

export function installBrowserStubs(): void {
  Object.assign(window, {
    matchMedia,
    ResizeObserver: NoopObserver,
    EventSource: TestEventSource,
    scrollTo: () => undefined,
  });
  Object.assign(globalThis, { ResizeObserver: NoopObserver, EventSource: TestEventSource });
  Element.prototype.scrollIntoView = () => undefined;
  // Charts do without, and say the same in a table.
  HTMLCanvasElement.prototype.getContext = () => null;
}

/** For the test at hand; 1024 px again for the next. */
export function setWindowWidth(pixels: number): void {
  Object.assign(window, { innerWidth: pixels });
}
