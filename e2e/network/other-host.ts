import { connect, makeNamespace, type NetworkNamespace } from '../../apps/gateway/test/network-namespace.ts';
import { endpointAddress, type Lab } from './lab.ts';

/** Another host for the gateway, with links to core and to the second client. */
export async function makeOtherHost(lab: Lab): Promise<NetworkNamespace> {
  const host = await makeNamespace();
  await connect(host, lab.core, ['10.99.4.1/30', '10.99.4.2/30']);
  await connect(host, lab.clients[1], ['10.99.5.1/30', '10.99.5.2/30']);
  await host.run('ip', ['route', 'add', 'default', 'via', '10.99.4.2']);
  return host;
}

/** Moves the address at which clients connect, like a change of a DNS record. */
export async function moveEndpoint(lab: Lab, from: NetworkNamespace, to: NetworkNamespace): Promise<void> {
  await from.run('ip', ['address', 'delete', `${endpointAddress}/32`, 'dev', 'lo']);
  await to.run('ip', ['address', 'add', `${endpointAddress}/32`, 'dev', 'lo']);
  await lab.clients[1].run('ip', ['route', 'replace', `${endpointAddress}/32`, 'via', '10.99.5.1']);
}

/** Silently drops packets between the host and the address. Returns a function that stops it. */
export async function blockTraffic(host: NetworkNamespace, address: string): Promise<() => Promise<unknown>> {
  const chain = (hook: string, field: string) =>
    `chain ${hook} { type filter hook ${hook} priority 0; ip ${field} ${address} drop; }`;
  await host.run('nft', ['-f', '-'], {
    input: `table ip cut {\n${chain('input', 'saddr')}\n${chain('output', 'daddr')}\n}`,
  });
  return () => host.run('nft', ['delete', 'table', 'ip', 'cut']);
}
