import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenLocally } from '../../../test/listen-locally.ts';
import { issueServerCertificate, makeAuthority } from '../crypto/certificates.ts';
import type { Resolve } from './checked-lookup.ts';
import { createOutbound, type OutboundRequest } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import type { ProxySettings } from './proxy.ts';

const noProxies: ProxySettings = { forHttps: undefined, forHttp: undefined, except: [] };

interface Setup {
  readonly allow?: readonly string[];
  readonly proxies?: ProxySettings;
  readonly resolve?: Resolve;
}

const create = ({ allow = [], proxies = noProxies, resolve }: Setup) =>
  createOutbound(resolve ? { allow, proxies, resolve } : { allow, proxies });

/** The reason and detail of the failure, or the body of the answer. */
async function get(url: string, setup: Setup = {}, request: OutboundRequest = {}): Promise<string> {
  try {
    return `${(await create(setup).request(new URL(url), request)).body}`;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return `${error.reason} ${error.detail}`;
  }
}

const routes: Readonly<Record<string, RequestListener>> = {
  '/hello': (request, response) => response.end(`hello ${request.headers.authorization ?? ''}`),
  '/large': (_, response) => {
    response.on('error', () => undefined);
    for (let sent = 0; sent < 10; sent += 1) response.write(Buffer.alloc(1_048_576));
    response.end();
  },
  '/large-announced': (_, response) => response.writeHead(200, { 'content-length': '10485760' }).write('x'),
  '/large-header': (_, response) => response.writeHead(200, { 'x-large': 'x'.repeat(100_000) }).end(),
  '/hints': (_, response) => {
    for (let sent = 0; sent < 100; sent += 1) response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n');
  },
  '/few-hints': (_, response) => {
    response.writeContinue();
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.end('hello');
  },
  '/slow': (_, response) => response.write('never more than this'),
  '/silent': () => undefined,
  '/cut': (_, response) => response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy()),
  '/refused': (_, response) => response.writeHead(503).end('no'),
  '/metadata': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/rebound': (_, response) => response.writeHead(302, { location: `http://rebound.test:${port}/hello` }).end(),
  '/again': (_, response) => response.writeHead(302, { location: '/again' }).end(),
  '/moved': (_, response) => response.writeHead(302, { location: '/hello' }).end(),
  '/moved-elsewhere': (_, response) => response.writeHead(302, { location: `http://127.0.0.2:${port}/hello` }).end(),
};

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = URL.parse(request.url ?? '', 'http://x')?.pathname ?? '';
    routes[path]?.(request, response);
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const local = { allow: ['127.0.0.0/8'] };
const at = (path: string) => `http://127.0.0.1:${port}${path}`;

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[ff02::1]',
  ])('refuses %s before it connects', async (host) => {
    expect(await get(`http://${host}:${port}/hello`)).toMatch(/^blocked_address/);
  });

  it.each(['localhost', 'LOCALHOST'])('refuses the name %s after it resolved', async (host) => {
    expect(await get(`http://${host}:${port}/hello`)).toMatch(/^blocked_address/);
  });

  it('refuses a name of which every address is private, and connects only to allowed addresses of others', async () => {
    const resolve: Resolve = async () => [
      { address: '10.0.0.7', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect(await get(`http://name.test:${port}/hello`, { resolve })).toBe('blocked_address 10.0.0.7');
    expect(await get(`http://name.test:${port}/hello`, { allow: ['127.0.0.1'], resolve })).toBe('hello ');
  });

  it('uses the address that it checked, so that a name that changes its address is not followed', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const asked: string[] = [];
    const resolve: Resolve = async (host) => {
      asked.push(host);
      return [{ address: answers[asked.length - 1] ?? '', family: 4 }];
    };
    const outbound = create({ allow: ['127.0.0.1'], resolve });
    const url = new URL(`http://rebound.test:${port}/hello`);
    expect(`${(await outbound.request(url)).body}`).toBe('hello ');
    expect(asked).toHaveLength(1);
    await expect(outbound.request(url)).rejects.toMatchObject({ reason: 'blocked_address', detail: '127.0.0.2' });
  });

  it.each([
    [['127.0.0.1'], true],
    [['127.0.0.0/8'], true],
    [['other.test'], false],
    [['name.test'], true],
    [['NAME.test.'], true],
    [['*.test'], true],
    [['*.name.test'], false],
    [['ame.test'], false],
  ])('with %s listed, calling a name with a loopback address is allowed: %s', async (allow, isAllowed) => {
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const answer = await get(`http://name.test:${port}/hello`, { allow, resolve });
    expect(answer).toBe(isAllowed ? 'hello ' : 'blocked_address 127.0.0.1');
  });

  it('refuses other protocols and addresses that contain a user', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://example.com/', `http://user:pass@127.0.0.1:${port}/hello`])
      expect(await get(url, local)).toBe('connection invalid URL');
  });
});

describe('redirects', () => {
  it('are returned as they are unless the caller allows them, and followed within the limit', async () => {
    expect(await get(at('/moved'), local)).toBe('status 302');
    expect(await get(at('/moved'), local, { maxRedirects: 1 })).toBe('hello ');
    expect(await get(at('/again'), local, { maxRedirects: 3 })).toBe('status 302');
  });

  it('are checked like the first address', async () => {
    expect(await get(at('/metadata'), local, { maxRedirects: 2 })).toBe('blocked_address 169.254.169.254');
    const resolve: Resolve = async () => [{ address: '10.0.0.1', family: 4 }];
    expect(await get(at('/rebound'), { ...local, resolve }, { maxRedirects: 2 })).toBe('blocked_address 10.0.0.1');
  });

  it('send credentials only to the same origin', async () => {
    const request = { maxRedirects: 1, headers: { authorization: 'Bearer x' } };
    expect(await get(at('/moved'), local, request)).toBe('hello Bearer x');
    expect(await get(at('/moved-elsewhere'), local, request)).toBe('hello ');
  });
});

describe('limits', () => {
  it.each([
    ['/large', 'too_large 1048576'],
    ['/large-announced', 'too_large 1048576'],
    ['/large-header', 'too_large HPE_HEADER_OVERFLOW'],
    ['/hints', 'too_large 1xx'],
    ['/few-hints', 'hello'],
    ['/cut', 'connection ECONNRESET'],
    ['/refused', 'status 503'],
  ])('%s results in %s', async (path, expected) => {
    expect(await get(at(path), local)).toBe(expected);
  });

  it.each(['/slow', '/silent'])('%s ends at the time limit', async (path) => {
    expect(await get(at(path), local, { totalMilliseconds: 400 })).toBe('timeout total');
  });

  it('reports a host without a server, and one that does not exist', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port: free } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    expect(await get(`http://127.0.0.1:${free}/`, local)).toBe('connection ECONNREFUSED');
    const resolve: Resolve = async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    };
    expect(await get('http://missing.test/', { resolve })).toBe('connection ENOTFOUND');
  });

  it('accepts a certificate only for its host, and only of an authority that Node trusts', async () => {
    const authority = await makeAuthority('Test');
    const notAfter = new Date('2090-01-01T00:00:00Z');
    const { certificate: cert, key } = await issueServerCertificate(authority, { serverName: 'sso.test', notAfter });
    const tls = createTlsServer({ cert, key }, (_, response) => response.end('secure')).listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const { port: tlsPort } = tls.address() as AddressInfo;
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const setup = { ...local, resolve };
    expect(await get(`https://sso.test:${tlsPort}/`, setup)).toBe('certificate UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, authority.certificate]);
    try {
      expect(await get(`https://sso.test:${tlsPort}/`, setup)).toBe('secure');
      expect(await get(`https://other.test:${tlsPort}/`, setup)).toBe('certificate ERR_TLS_CERT_ALTNAME_INVALID');
    } finally {
      setDefaultCACertificates(trusted);
      tls.close();
    }
  });

  it('reports a server that does not speak TLS', async () => {
    expect(await get(at('/hello').replace('http:', 'https:'), local)).toMatch(/^connection /);
  });
});

it('offers a fetch that returns each status, follows nothing and has the same limits', async () => {
  const fetch = create(local).fetchWith({ maxBytes: 1000 });
  expect((await fetch(at('/refused'), {})).status).toBe(503);
  expect((await fetch(at('/moved'), {})).headers.get('location')).toBe('/hello');
  expect(await (await fetch(at('/hello'), { headers: { authorization: 'x' } })).text()).toBe('hello x');
  await expect(fetch(at('/large'), {})).rejects.toMatchObject({ reason: 'too_large' });
  await expect(fetch('http://[::1]/', {})).rejects.toMatchObject({ reason: 'blocked_address' });
});

describe('with a proxy', () => {
  it('sends http to it, tunnels https through it, and calls listed exceptions directly', async () => {
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
      response.end('from the proxy');
    });
    proxy.on('connect', (request, socket) => {
      seen.push(`CONNECT ${request.url}`);
      const target = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
      for (const each of [target, socket]) each.on('error', () => undefined);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port: proxyPort } = proxy.address() as AddressInfo;
    const url = new URL(`http://user:p%40ss@127.0.0.1:${proxyPort}`);
    const proxies = { forHttps: url, forHttp: url, except: ['direct.test'] };
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const setup = { ...local, proxies, resolve };

    expect(await get('http://public.test/a?b', setup)).toBe('from the proxy');
    expect(await get(`http://direct.test:${port}/hello`, setup)).toBe('hello ');
    // the server behind the tunnel does not speak TLS
    expect(await get('https://public.test/secret', setup)).toMatch(/^connection /);
    expect(seen).toEqual([
      `GET http://public.test/a?b Basic ${Buffer.from('user:p@ss').toString('base64')}`,
      'CONNECT public.test:443',
    ]);
    expect(await get('http://10.0.0.1/', setup)).toBe('blocked_address 10.0.0.1');
    expect(await get('http://localhost/', setup)).toBe('blocked_address localhost');
    proxy.closeAllConnections();
    proxy.close();
  });
});

describe('sending', () => {
  const send = (path: string, options = {}) =>
    create(local)
      .send(new URL(at(path)), options)
      .then(
        ({ status, body }) => `${status} ${body}`,
        (error: OutboundError) => `${error.reason} ${error.detail}`,
      );

  it('returns an answer of any status, and follows no redirect', async () => {
    expect(await send('/refused')).toBe('503 no');
    expect(await send('/moved')).toBe('302 ');
  });

  it('cuts an answer that is too long', async () => {
    expect((await send('/large', { maxBytes: 10, isCut: true })).length).toBe('200 '.length + 10);
  });

  it('bounds the time of an answer that never ends', async () => {
    expect(await send('/slow', { totalMilliseconds: 100, isCut: true })).toBe('timeout total');
  });
});

describe('connections with TLS', () => {
  const connectTo = (host: string, tlsPort: number, setup: Setup = {}, options = {}) =>
    create(setup)
      .connectTls({ host, port: tlsPort }, options)
      .then(
        (socket) => {
          socket.destroy();
          return 'connected';
        },
        (error: OutboundError) => `${error.reason} ${error.detail}`,
      );

  it('reach no private address, also behind a name', async () => {
    const resolve: Resolve = async () => [{ address: '10.0.0.7', family: 4 }];
    expect(await connectTo('10.0.0.7', 6514)).toBe('blocked_address 10.0.0.7');
    expect(await connectTo('logs.test', 6514, { resolve })).toBe('blocked_address 10.0.0.7');
  });

  it('accept the certificate of a given authority only, for the name only', async () => {
    const authority = await makeAuthority('Test');
    const notAfter = new Date('2090-01-01T00:00:00Z');
    const { certificate: cert, key } = await issueServerCertificate(authority, { serverName: 'logs.test', notAfter });
    const tls = createTlsServer({ cert, key }).listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const { port: tlsPort } = tls.address() as AddressInfo;
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const setup = { ...local, resolve };
    const options = { certificate: authority.certificate };
    try {
      expect(await connectTo('logs.test', tlsPort, setup)).toBe('certificate UNABLE_TO_VERIFY_LEAF_SIGNATURE');
      expect(await connectTo('logs.test', tlsPort, setup, options)).toBe('connected');
      expect(await connectTo('other.test', tlsPort, setup, options)).toBe('certificate ERR_TLS_CERT_ALTNAME_INVALID');
    } finally {
      tls.closeAllConnections();
      tls.close();
    }
  });

  it('end after the time for connecting', async () => {
    await using silent = await listenLocally(() => undefined);
    expect(await connectTo('127.0.0.1', silent.port, local, { connectMilliseconds: 100 })).toBe('timeout total');
  });
});
