import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAddress } from '@gatewarden/net/address';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { contains, parseSubnet } from '@gatewarden/net/subnet';
import type { Secret } from '@gatewarden/process/secret';
import { setAddresses } from '@gatewarden/tunnel/addresses';
import { withExplainedErrors } from '@gatewarden/tunnel/explain-errors';
import { findLink } from '@gatewarden/tunnel/link';
import { deleteLink, makeLink } from '@gatewarden/tunnel/make-link';
import type { RunCommand } from '@gatewarden/tunnel/run-command';
import { TunnelError } from '@gatewarden/tunnel/tunnel-error';
import type { Tunnel, TunnelConfig } from '../../ports/tunnel.ts';
import { setRoutes } from './routes.ts';

interface Options {
  readonly run: RunCommand;
  readonly name: string;
  /** Alias of the interface, by which a later run recognizes it. */
  readonly mark: string;
  readonly userspaceOnly: boolean;
  readonly privateKey: Secret;
  /** For temporary files with keys; only the owner may read it. */
  readonly secretFolder: string;
}

/** Configures the kernel or wireguard-go through the programs `ip` and `wg`. */
export function createTunnel(options: Options): Tunnel {
  const { run, name, mark } = options;
  const explained = <Result>(action: () => Promise<Result>) => withExplainedErrors('client', action);

  const findOwn = async () => {
    const link = await findLink(run, name);
    if (link && link.alias !== mark) throw new TunnelError(nameTakenMessage(name));
    return link;
  };

  return {
    open: () =>
      explained(async () => {
        const own = await findOwn();
        if (!own) await makeLink(options);
        await run('ip', ['link', 'set', 'dev', name, 'up']);
        return own !== undefined;
      }),
    apply: (config, presharedKey) => explained(() => apply(options, config, presharedKey)),
    read: () =>
      explained(async () => {
        if (!(await findOwn())) return undefined;
        const [, seconds = '0'] = (await run('wg', ['show', name, 'latest-handshakes'])).trim().split(/\s+/);
        return { lastHandshakeAt: Number(seconds) === 0 ? undefined : new Date(Number(seconds) * 1000) };
      }),
    remove: () =>
      explained(async () => {
        const link = await findLink(run, name);
        if (link?.alias === mark) await deleteLink(run, name, link.backend);
      }),
  };
}

async function apply(options: Options, config: TunnelConfig, presharedKey?: Secret): Promise<string[]> {
  const { run, name } = options;
  const address = await resolve(config.host);
  const { privateKey } = options;
  await writeConfiguration(options, configurationText({ privateKey, presharedKey, config, address }));
  await setAddresses(
    run,
    name,
    config.addresses.map((each) => `${each}/${each.includes(':') ? 128 : 32}`),
  );
  const covers = (network: string) => {
    const [subnet, gateway] = [parseSubnet(network), parseAddress(address)];
    return subnet !== undefined && gateway !== undefined && contains(subnet, gateway);
  };
  const taken = await setRoutes(
    run,
    name,
    config.networks.filter((network) => !covers(network)),
  );
  return [
    ...config.networks.filter(covers).map((network) => `${network} contains the address of the gateway`),
    ...taken.map((network) => `${network} has another route on this machine`),
  ];
}

interface Configuration {
  readonly privateKey: Secret;
  readonly presharedKey: Secret | undefined;
  readonly config: TunnelConfig;
  /** Of the gateway. */
  readonly address: string;
}

/** The texts are validated before they are stored, so that no value adds a line. */
function configurationText({ privateKey, presharedKey, config, address }: Configuration): string {
  return [
    '[Interface]',
    `PrivateKey = ${privateKey.reveal()}`,
    '[Peer]',
    `PublicKey = ${config.publicKey}`,
    ...(presharedKey ? [`PresharedKey = ${presharedKey.reveal()}`] : []),
    ...(config.networks.length > 0 ? [`AllowedIPs = ${config.networks.join(', ')}`] : []),
    `Endpoint = ${formatEndpoint({ host: address, port: config.port })}`,
    `PersistentKeepalive = ${config.keepaliveSeconds === 0 ? 'off' : config.keepaliveSeconds}`,
    '',
  ].join('\n');
}

/** Peers and keys that remain the same retain their sessions. */
async function writeConfiguration({ run, name, secretFolder }: Options, text: string): Promise<void> {
  // `wg` opens its file by name; it cannot open the socket that Node passes as standard input
  const path = join(secretFolder, `${randomUUID()}.conf`);
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    await run('wg', ['syncconf', name, path]);
  } finally {
    await rm(path, { force: true });
  }
}

/** `wg` would retry for minutes. */
async function resolve(host: string): Promise<string> {
  if (parseAddress(host)) return host;
  try {
    return (await lookup(host)).address;
  } catch (cause) {
    throw new TunnelError(`The name ${host} of the gateway cannot be resolved.`, { cause });
  }
}

function nameTakenMessage(name: string): string {
  return (
    `There is an interface ${name} already that this client did not make, and it stays untouched. ` +
    `Choose another name with --interface, or remove it with "ip link delete ${name}".`
  );
}
