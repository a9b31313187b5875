/** The cookies of one browser, for any number of servers on this machine. */
export interface TestBrowser {
  /** Stores cookies; follows no redirect. */
  fetch(url: string, init?: { method?: string; body?: unknown }): Promise<Response>;
  /** Follows redirects until one leads below `until`, which is returned unvisited. */
  followTo(url: string, until: string): Promise<URL>;
  cookie(name: string): string | undefined;
}

let count = 0;

/** Each has an address of its own, behind a proxy that cores trust, because limits apply per address. */
export function createTestBrowser(): TestBrowser {
  count += 1;
  const address = `198.51.${count >> 8}.${count & 255}`;
  const cookies = new Map<string, string>();

  const fetchOnce: TestBrowser['fetch'] = async (url, { method = 'GET', body } = {}) => {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': 'test',
        'x-forwarded-for': address,
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? [];
      if (value === '' || /Max-Age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

  return {
    fetch: fetchOnce,
    cookie: (name) => cookies.get(name),
    async followTo(first, until) {
      let url = new URL(first);
      for (let step = 0; step < 10; step += 1) {
        if (url.href.startsWith(until)) return url;
        const response = await fetchOnce(url.href);
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`);
        url = new URL(location, url.href);
      }
      throw new Error('too many redirects');
    },
  };
}
