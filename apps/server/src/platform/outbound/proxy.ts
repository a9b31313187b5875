import { parseAddress } from '@gatewarden/net/address';
import { addressOfHost } from '@gatewarden/net/public-address';
import { contains, parseSubnet } from '@gatewarden/net/subnet';

/** Proxies for calls to other servers, as the usual environment variables set them. */
export interface ProxySettings {
  readonly forHttps: URL | undefined;
  readonly forHttp: URL | undefined;
  /** Hosts that are called without a proxy, as in `NO_PROXY`. */
  readonly except: readonly string[];
}

/** The proxy for calls to this address; undefined: without a proxy. */
export function chooseProxy({ forHttps, forHttp, except }: ProxySettings, target: URL): URL | undefined {
  const proxy = target.protocol === 'https:' ? forHttps : forHttp;
  return proxy && !except.some((entry) => matches(entry, target)) ? proxy : undefined;
}

/** `*`, a name (also for names below it), `.name`, `*.name`, an address or a network; each may have a port. */
function matches(entry: string, target: URL): boolean {
  if (entry === '*') return true;
  const [, pattern = entry, port] = /^(.*?):(\d+)$/.exec(parseAddress(entry) ? '' : entry) ?? [];
  if (port !== undefined && port !== portOf(target)) return false;
  const address = addressOfHost(target.hostname);
  const subnet = parseSubnet(pattern.replace(/^\[(.*)\]$/, '$1'));
  if (subnet) return address !== undefined && contains(subnet, address);
  const name = pattern.toLowerCase().replace(/^\*?\./, '');
  const host = target.hostname.toLowerCase();
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/** The header that authenticates at the proxy, if its address contains a user. */
export function proxyHeaders(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {};
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
