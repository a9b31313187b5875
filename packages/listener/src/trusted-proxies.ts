import { BlockList, isIP } from 'node:net';
import { parseSubnet } from '@gatewarden/net/subnet';

/** The ranges that Fastify defines for these names. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns a predicate for addresses of trusted proxies. Proxies are addresses, networks and names of ranges. */
export function createProxyCheck(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of proxies.flatMap((proxy) => ranges[proxy] ?? [proxy])) {
    const subnet = parseSubnet(network);
    if (!subnet) continue;
    const [address = ''] = subnet.text.split('/');
    list.addSubnet(address, subnet.prefix, `ipv${subnet.family}`);
  }
  return (address) => {
    const bare = address.replace(/%.*$/, '');
    return isIP(bare) !== 0 && list.check(bare, familyOf(bare));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
