import { parseSubnet } from '@gatewarden/net/subnet';
import type { RunCommand } from '@gatewarden/tunnel/run-command';
import { z } from 'zod';
import { type OwnNetworks, toAddresses } from '../../platform/own-networks.ts';

const Hop = z.object({ gateway: z.string().optional(), via: z.object({ host: z.string() }).optional() });
const Route = Hop.extend({
  type: z.string().default('unicast'),
  dst: z.string(),
  dev: z.string().optional(),
  nexthops: z.array(Hop).default([]),
});
type Route = z.infer<typeof Route>;

/**
 * Reads the routing tables of the kernel.
 * @param name the gateway's interface, whose routes are left out
 * @param others IP addresses of core and of the machine's DNS servers
 */
export async function readOwnNetworks(
  run: RunCommand,
  name: string,
  others: { readonly coreHosts: readonly string[]; readonly resolvers: readonly string[] },
): Promise<OwnNetworks> {
  const routes = (await Promise.all(['-4', '-6'].map((family) => readRoutes(run, family))))
    .flat()
    .filter(({ dev }) => dev !== name);
  const unicast = routes.filter(({ type, dst }) => type === 'unicast' && !isLinkLocal(dst));
  const isRouted = (route: Route) => routersOf(route).length > 0;
  return {
    addresses: toAddresses(routes.filter(({ type }) => type === 'local').map(({ dst }) => dst)),
    peers: toAddresses([...unicast.flatMap(routersOf), ...others.coreHosts]),
    resolvers: toAddresses(others.resolvers),
    onLink: toSubnets(unicast.filter((route) => !isRouted(route))),
    routed: toSubnets(unicast.filter(isRouted)),
  };
}

/** Empty if the address family is disabled. */
async function readRoutes(run: RunCommand, family: string): Promise<Route[]> {
  const text = await run('ip', [family, '-json', 'route', 'show', 'table', 'all']);
  return z.array(Route).parse(JSON.parse(text.trim() || '[]'));
}

function routersOf({ gateway, via, nexthops }: Route): string[] {
  return [gateway, via?.host, ...nexthops.flatMap((hop) => [hop.gateway, hop.via?.host])].filter(
    (each) => each !== undefined,
  );
}

/** A destination without a prefix is a single host; `default` is skipped. */
function toSubnets(routes: readonly Route[]) {
  return routes
    .filter(({ dst }) => dst !== 'default')
    .flatMap(({ dst }) => parseSubnet(dst.includes('/') ? dst : `${dst}/${dst.includes(':') ? 128 : 32}`) ?? []);
}

/** RFC 4291 §2.5.6 and multicast: every interface has these routes. */
function isLinkLocal(dst: string): boolean {
  return /^(fe80|ff)/i.test(dst);
}
