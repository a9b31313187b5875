import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { parseJoinToken } from '@gatewarden/contract/join-token';
import type { Location } from '@gatewarden/contract/locations';
import { linkTimings } from '@gatewarden/link/core-link';
import { systemClock } from '@gatewarden/link/system-clock';
import { createResolveHost } from '@gatewarden/link/system-resolver';
import { pino } from 'pino';
import { expect } from 'vitest';
import { givenProvider } from '../../server/test/given/openid.ts';
import type { TestServer } from '../../server/test/harness.ts';
import { type RealProvider, startRealProvider } from '../../server/test/openid-provider/real-provider.ts';
import { type SmtpSink, startSmtpSink } from '../../server/test/smtp-sink.ts';
import { createInMemoryFirewall } from '../src/adapters/in-memory/in-memory-firewall.ts';
import { createInMemoryForwarding } from '../src/adapters/in-memory/in-memory-forwarding.ts';
import { createInMemoryNat } from '../src/adapters/in-memory/in-memory-nat.ts';
import { createWireguard } from '../src/adapters/wireguard/create-wireguard.ts';
import { runGateway } from '../src/app/run-gateway.ts';
import { connect, makeNamespace, type NetworkNamespace, uniqueName } from './network-namespace.ts';
import { type Pinging, startPinging } from './pinging.ts';

/** As WireGuard stores it. */
const noKey = Buffer.alloc(32).toString('base64');
const underlay = { gateway: '192.0.2.1', device: '192.0.2.2' } as const;

/** Locations that require two-factor authentication with a real gateway each, and a machine on which devices connect. */
export interface TwoFactorSite extends AsyncDisposable {
  readonly mails: SmtpSink;
  readonly idp: RealProvider;
  /** Name of the provider in core. */
  readonly provider: { readonly name: string };
  /** The location that asks for a method of this instance. */
  readonly internal: SiteLocation;
  /** The location that asks for a sign-in at the provider. */
  readonly external: SiteLocation;
}

export interface SiteLocation {
  readonly location: Location;
  /** A WireGuard interface of the device, with the location's gateway as its peer. */
  connectDevice(device: SiteDevice): Promise<Tunnel>;
}

interface SiteDevice {
  readonly id: number;
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface Tunnel extends AsyncDisposable {
  /** Whether an echo request to the gateway's address in the location is answered within a second. */
  isAnswered(): Promise<boolean>;
  /** Connects with the preshared key of a session, as clients do, once the gateway has the device as a peer. */
  useKey(presharedKey: string): Promise<void>;
  startPinging(): Promise<Pinging>;
}

export async function makeTwoFactorSite(server: TestServer): Promise<TwoFactorSite> {
  await using resources = new AsyncDisposableStack();
  const mails = resources.use(await startSmtpSink());
  const callback = `http://localhost:${server.edgePort}/openid/mfa/callback`;
  const idp = resources.use(await startRealProvider([callback], server.clock.now));
  const provider = await givenProvider(server, idp);
  const machine = resources.use(await makeNamespace());
  const gateway = resources.use(await makeNamespace());
  await connect(gateway, machine, [`${underlay.gateway}/30`, `${underlay.device}/30`]);
  const addLocation = async (mode: 'internal' | 'external', port: number): Promise<SiteLocation> => {
    const location = await server.given.location({ location_mfa_mode: mode, mfa_session_hours: 1, port });
    const agent = resources.use(await startAgent(server, location, gateway));
    return {
      location,
      connectDevice: async (device) => {
        const address = await addressOf(server, location, device);
        return connectDevice(machine, { location, device, address, peers: agent.peers });
      },
    };
  };
  const internal = await addLocation('internal', 51_820);
  const external = await addLocation('external', 51_821);
  const all = resources.move();
  return { mails, idp, provider, internal, external, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** The agent of the location, whose interface is in the namespace. */
async function startAgent({ given }: TestServer, location: Location, { run }: NetworkNamespace) {
  const admin = await given.admin();
  const { token: text } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  const parsed = parseJoinToken(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  const folder = await mkdtemp(join(tmpdir(), 'gateway-two-factor-'));
  const stopping = new AbortController();
  const interfaceName = uniqueName();
  const token = { ...parsed.token, location: location.id };
  const running = runGateway(
    { token, rejoin: false, name: 'gw', interfaceName, stateDir: join(folder, 'state'), keepForwarding: true },
    {
      forwarding: createInMemoryForwarding({ isWritable: false }),
      makeWireguard: (own, secretFolder) => createWireguard({ ...own, secretFolder, run, userspaceOnly: true }),
      makeFirewall: createInMemoryFirewall,
      makeNat: createInMemoryNat,
      clock: systemClock,
      random: () => 0,
      log: pino({ level: 'silent' }),
      resolve: createResolveHost(),
      timings: linkTimings,
      hostname: 'gw',
      agentVersion: '1.2.3',
      signal: stopping.signal,
    },
  );
  return {
    peers: async () => (await run('wg', ['show', interfaceName, 'peers']).catch(() => '')).trim(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
      await rm(folder, { recursive: true });
    },
  };
}

async function addressOf({ database }: TestServer, location: Location, device: SiteDevice): Promise<string> {
  const [row] = await database.query(
    'select host(address) as address from device_address where device_id = $1 and location_id = $2',
    [device.id, location.id],
  );
  return String(row?.['address']);
}

interface DeviceDetails {
  readonly location: Location;
  readonly device: SiteDevice;
  readonly address: string;
  /** Public keys of the peers of the gateway. */
  readonly peers: () => Promise<string>;
}

async function connectDevice(
  machine: NetworkNamespace,
  { location, device, address, peers }: DeviceDetails,
): Promise<Tunnel> {
  const { run } = machine;
  const link = uniqueName();
  const inside = String(location.address[0]).split('/')[0] ?? '';
  await run('wireguard-go', [link], { detached: true });
  const setPeer = (presharedKey: string) =>
    run('bash', [
      '-c',
      'wg set "$0" private-key <(echo "$1") peer "$2" preshared-key <(echo "$3") endpoint "$4" allowed-ips "$5"',
      ...[link, device.privateKey, location.pubkey, presharedKey],
      ...[`${underlay.gateway}:${location.port}`, `${inside}/32`],
    ]);
  await setPeer(noKey);
  await run('ip', ['address', 'add', `${address}/24`, 'dev', link]);
  await run('ip', ['link', 'set', 'dev', link, 'up']);
  const isAnswered = () =>
    run('ping', ['-n', '-c', '1', '-W', '1', inside]).then(
      () => true,
      () => false,
    );
  return {
    isAnswered,
    async useKey(presharedKey) {
      await expect.poll(async () => (await peers()).split('\n')).toContain(device.publicKey);
      // a new peer begins a handshake with its first packet; the former one would repeat its own every five seconds
      await run('wg', ['set', link, 'peer', location.pubkey, 'remove']);
      await setPeer(presharedKey);
    },
    startPinging: () => startPinging(machine, inside, link),
    async [Symbol.asyncDispose]() {
      await run('ip', ['link', 'delete', 'dev', link]);
    },
  };
}
