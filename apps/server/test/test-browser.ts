/** The parts of a browser that sign-in needs: cookies with their paths, and redirects. */
export interface TestBrowser {
  /** Follows redirects to the origins of this browser. Returns the last answer, with where it leads to, if anywhere. */
  open(url: string, init?: RequestInit): Promise<BrowserAnswer>;
  /** Follows redirects until one leads below `until`, which is returned unvisited. */
  followTo(url: string, until: string): Promise<URL>;
  /** One request, without following redirects. */
  send(url: string, init?: RequestInit): Promise<Response>;
  setCookie(line: string): void;
  /** Of any path. */
  cookie(name: string): string | undefined;
}

interface BrowserAnswer {
  readonly status: number;
  /** The address of the last request. */
  readonly url: URL;
  /** Where the last answer redirects to; undefined if it does not. */
  readonly location: URL | undefined;
  readonly text: string;
}

interface Options {
  /** Redirects to others are not followed by `open`, nor are those to pages of the console. */
  readonly origins?: readonly string[];
  /** A `Cookie` header of a session. */
  readonly cookie?: string | undefined;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

let count = 0;

/**
 * For any number of servers on this machine, which share cookies: browsers do not separate them by port. Each browser has
 * an address of its own, behind a proxy that cores trust, because limits apply per address.
 */
export function createTestBrowser({ origins = [], cookie }: Options = {}): TestBrowser {
  count += 1;
  const address = `198.51.${count >> 8}.${count & 255}`;
  const jar: Cookie[] = [];

  function setCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    const isEnded = attributes.some((each) => /^expires=Thu, 0?1[ -]Jan[ -]1970|^max-age=0$/i.test(each));
    const index = jar.findIndex((each) => each.name === name && each.path === path);
    if (index >= 0) jar.splice(index, 1);
    if (!isEnded) jar.push({ name, value, path });
  }
  if (cookie) setCookie(`${cookie}; path=/`);

  const covers = (path: string, { path: of }: Cookie) => path === of || path.startsWith(of.replace(/\/?$/, '/'));

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const cookies = jar.filter((each) => covers(pathname, each)).map(({ name, value }) => `${name}=${value}`);
    const headers = new Headers(init.headers);
    headers.set('user-agent', 'test browser');
    headers.set('x-forwarded-for', address);
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) setCookie(line);
    return answer;
  }

  async function follow(url: string, leads: (to: URL) => boolean, init?: RequestInit) {
    let address = new URL(url);
    let answer = await send(url, init);
    for (let hops = 0; hops < 16; hops += 1) {
      const target = answer.headers.get('location');
      const location = target === null ? undefined : new URL(target, address);
      if (!location || !leads(location)) {
        return { status: answer.status, url: address, location, text: await answer.text() };
      }
      address = location;
      answer = await send(location.href);
    }
    throw new Error('too many redirects');
  }

  const isConsole = ({ pathname }: URL) => /^\/(sign-in|consent)/.test(pathname);
  return {
    send,
    setCookie,
    cookie: (name) => jar.find((each) => each.name === name && each.value !== '')?.value,
    open: (url, init) => follow(url, (to) => origins.includes(to.origin) && !isConsole(to), init),
    async followTo(url, until) {
      if (url.startsWith(until)) return new URL(url);
      const { location, url: last, status, text } = await follow(url, ({ href }) => !href.startsWith(until));
      if (!location) throw new Error(`${last.pathname} answered ${status}: ${text}`);
      return location;
    },
  };
}
