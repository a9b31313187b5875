import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDevice } from '@gatewarden/contract/devices';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { parseJoinToken } from '@gatewarden/contract/join-token';
import { type LocationInfo, listLocations } from '@gatewarden/contract/locations';
import type { Caller } from '../../apps/server/test/caller.ts';
import { newKeyPair } from '../../e2e/product/key-pair.ts';
import { sites } from '../company.ts';
import type { Company } from '../fill-company.ts';
import { startLaptop } from './laptop.ts';
import { startOffice } from './office.ts';
import { useTunnel } from './use-tunnel.ts';

export interface LiveNetwork extends AsyncDisposable {
  readonly gateways: number;
  readonly clients: number;
}

const clientsPerOffice = 2;

/** Gateways and clients, each on a host of its own, with traffic between them. Nothing leads out of it. */
export async function startLiveNetwork(admin: Caller, { people }: Company): Promise<LiveNetwork> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-demo-network-'));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const running = sites.filter(({ gateway }) => gateway === 'runs').map(({ name }) => name);
  const locations = (await admin.call(listLocations, {})).filter(({ name }) => running.includes(name));
  const waiting = [...people];
  let clients = 0;
  for (const [index, location] of locations.entries()) {
    const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
    const name = `gw-${location.name.split(' ')[0]?.toLowerCase()}`;
    const office = made.use(await startOffice({ token, name, grpcPort: portOf(token), folder }));
    for (let client = 0; client < clientsPerOffice; client += 1) {
      const configuration = await addLaptop(admin, location, waiting);
      const cable = cableOf(index, client);
      const laptop = made.use(await startLaptop({ office: office.host, cable, configuration, folder }));
      const server = location.address[0]?.replace(/\/.*$/, '') ?? '';
      made.use(useTunnel(laptop.host, server, clients / (clientsPerOffice * locations.length)));
      clients += 1;
    }
  }
  const rest = made.move();
  return { gateways: locations.length, clients, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** Gives the next person who may use the location a laptop, and returns its configuration. */
async function addLaptop(admin: Caller, location: LocationInfo, waiting: Company['people'][number][]): Promise<string> {
  for (let person = waiting.shift(); person; person = waiting.shift()) {
    const { publicKey, privateKey } = newKeyPair();
    const params = { username: person.username };
    const body = { name: 'Laptop', wireguard_pubkey: publicKey };
    const { configs } = await admin.call(addDevice, { params, body });
    const found = configs.find((config) => config.network_id === location.id);
    if (found) return found.config.replace('YOUR_PRIVATE_KEY', privateKey);
  }
  throw new Error(`nobody may use ${location.name}`);
}

/** RFC 5737: addresses for examples, so nobody's. */
function cableOf(office: number, client: number): [string, string] {
  const first = 4 * (office * clientsPerOffice + client);
  return [`198.51.100.${first + 1}/30`, `198.51.100.${first + 2}/30`];
}

function portOf(token: string): number {
  const parsed = parseJoinToken(token);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return Number(parsed.token.core.split(':').at(-1));
}
