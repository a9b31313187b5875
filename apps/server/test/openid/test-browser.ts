/** The parts of a browser that sign-in to applications needs: cookies with their paths, and redirects. */
export interface TestBrowser {
  /** Follows redirects within the instance. Returns the last answer, with the address that it leads to, if any. */
  open(url: string, init?: RequestInit): Promise<BrowserAnswer>;
  /** One request, without following redirects. */
  send(url: string, init?: RequestInit): Promise<Response>;
  setCookie(line: string): void;
}

interface BrowserAnswer {
  readonly status: number;
  /** The address of the last request. */
  readonly url: URL;
  /** Where the last answer redirects to; undefined if it does not. */
  readonly location: URL | undefined;
  readonly text: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** `cookie` is a `Cookie` header of a session. Redirects are followed only to `origin`, and not to pages of the console. */
export function createTestBrowser(origin: string, cookie?: string): TestBrowser {
  const jar: Cookie[] = [];

  function setCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    const isEnded = attributes.some((each) => /^expires=Thu, 01 Jan 1970|^max-age=0$/i.test(each));
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
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) setCookie(line);
    return answer;
  }

  return {
    send,
    setCookie,
    async open(url, init) {
      let address = new URL(url);
      let answer = await send(url, init);
      for (let hops = 0; hops < 12; hops += 1) {
        const target = answer.headers.get('location');
        const location = target === null ? undefined : new URL(target, address);
        const isFollowed = location?.origin === origin && !/^\/(sign-in|consent)/.test(location.pathname);
        if (!location || !isFollowed) {
          return { status: answer.status, url: address, location, text: await answer.text() };
        }
        address = location;
        answer = await send(location.href);
      }
      throw new Error('too many redirects');
    },
  };
}
