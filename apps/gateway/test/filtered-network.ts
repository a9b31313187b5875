import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { connect, makeNamespace, type NetworkNamespace, uniqueName } from './network-namespace.ts';

const sender = fileURLToPath(new URL('./send-packets.ts', import.meta.url));

export interface FirstPacket {
  readonly address: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
}

/**
 * A device, a gateway and a server in a network behind it, connected by veth pairs. To the firewall, the gateway's link to
 * the device is the interface of a tunnel.
 */
export interface FilteredNetwork extends AsyncDisposable {
  readonly device: NetworkNamespace;
  readonly gateway: NetworkNamespace;
  readonly server: NetworkNamespace;
  /** Name of the gateway's interface to the device. */
  readonly link: string;
  /**
   * Sends the packets from the device, and then one to UDP port 9 of 10.20.0.15, which the policy must allow. Returns
   * those that arrived before it.
   */
  deliver(packets: readonly FirstPacket[]): Promise<FirstPacket[]>;
}

export const deviceAddresses = ['10.1.0.2', 'fd00:1::2'] as const;
/** To the last address of the server, which has 10.20.0.1 to 10.20.0.15 and fd00:20::1 to fd00:20::f. It arrives last. */
const sentinel: FirstPacket = { address: '10.20.0.15', protocol: 'udp', port: 9 };

export async function makeFilteredNetwork(): Promise<FilteredNetwork> {
  const [device, gateway, server] = [await makeNamespace(), await makeNamespace(), await makeNamespace()];
  // addresses can be used immediately
  for (const { run } of [device, gateway, server]) {
    await run('tee', ['/proc/sys/net/ipv6/conf/default/accept_dad'], { input: '0' });
  }
  await connect(device, gateway, ['10.1.0.2/24', '10.1.0.1/24']);
  const link = await interfaceWith(gateway, '10.1.0.1');
  await connect(gateway, server, ['10.20.0.254/24', '10.20.0.1/24']);
  const [lan, toGateway] = [await interfaceWith(gateway, '10.20.0.254'), await interfaceWith(server, '10.20.0.1')];
  const toDevice = await interfaceWith(device, '10.1.0.2');
  for (const [{ run }, name, address] of [
    [device, toDevice, 'fd00:1::2/64'],
    [gateway, link, 'fd00:1::1/64'],
    [gateway, lan, 'fd00:20::fe/64'],
    ...Array.from({ length: 15 }, (_, n) => [server, toGateway, `fd00:20::${(n + 1).toString(16)}/64`] as const),
    ...Array.from({ length: 14 }, (_, n) => [server, toGateway, `10.20.0.${n + 2}/24`] as const),
  ] as const) {
    await run('ip', ['address', 'add', address, 'dev', name]);
  }
  for (const forwarding of ['ipv4/ip_forward', 'ipv6/conf/all/forwarding']) {
    await gateway.run('tee', [`/proc/sys/net/${forwarding}`], { input: '1' });
  }
  await device.run('ip', ['route', 'add', 'default', 'via', '10.1.0.1']);
  await device.run('ip', ['route', 'add', 'default', 'via', 'fd00:1::1']);
  await server.run('ip', ['route', 'add', 'default', 'via', '10.20.0.254']);
  await server.run('ip', ['route', 'add', 'default', 'via', 'fd00:20::fe']);
  for (const line of recorder) await server.run('nft', line.split(' '));
  return {
    device,
    gateway,
    server,
    link,
    async deliver(packets) {
      await server.run('nft', ['flush', 'set', 'inet', 'recorder', 'seen4']);
      await server.run('nft', ['flush', 'set', 'inet', 'recorder', 'seen6']);
      await device.run(process.execPath, [sender, JSON.stringify([...packets, sentinel])]);
      await expect.poll(() => readSeen(server)).toContainEqual(sentinel);
      const seen = new Set((await readSeen(server)).map(keyOf));
      return packets.filter((packet) => seen.has(keyOf(packet)));
    },
    async [Symbol.asyncDispose]() {
      for (const each of [device, gateway, server]) await each[Symbol.asyncDispose]();
    },
  };
}

function keyOf({ address, protocol, port }: FirstPacket): string {
  return `${address} ${protocol} ${port}`;
}

/** Stores the destination of each packet that arrives. */
const recorder = [
  'add table inet recorder',
  'add set inet recorder seen4 { type ipv4_addr . inet_proto . inet_service ; flags dynamic ; size 65535 ; }',
  'add set inet recorder seen6 { type ipv6_addr . inet_proto . inet_service ; flags dynamic ; size 65535 ; }',
  'add chain inet recorder input { type filter hook input priority -300 ; policy accept ; }',
  ...['4', '6'].map(
    (version) =>
      `add rule inet recorder input meta nfproto ipv${version} meta l4proto { tcp, udp } ` +
      `update @seen${version} { ${version === '4' ? 'ip' : 'ip6'} daddr . meta l4proto . th dport }`,
  ),
];

async function readSeen({ run }: NetworkNamespace): Promise<FirstPacket[]> {
  const listed: { nftables: { set?: { elem?: SeenElement[] } }[] } = JSON.parse(
    await run('nft', ['--json', 'list', 'ruleset']),
  );
  return listed.nftables.flatMap(({ set }) =>
    (set?.elem ?? []).map((element) => {
      const [address, protocol, port] = ('elem' in element ? element.elem.val : element).concat;
      return { address, protocol, port };
    }),
  );
}

interface Concatenation {
  readonly concat: [string, 'tcp' | 'udp', number];
}
type SeenElement = Concatenation | { readonly elem: { readonly val: Concatenation } };

async function interfaceWith({ run }: NetworkNamespace, address: string): Promise<string> {
  const links: { ifname: string; addr_info: { local: string }[] }[] = JSON.parse(
    await run('ip', ['-json', 'address', 'show']),
  );
  const found = links.find(({ addr_info: addresses }) => addresses.some(({ local }) => local === address));
  return found?.ifname ?? uniqueName();
}
