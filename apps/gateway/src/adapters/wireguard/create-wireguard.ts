import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAddresses, setAddresses } from '@gatewarden/tunnel/addresses';
import { withExplainedErrors } from '@gatewarden/tunnel/explain-errors';
import { findLink, type Link } from '@gatewarden/tunnel/link';
import { deleteLink, type LinkOptions, makeLink } from '@gatewarden/tunnel/make-link';
import { type AddressLimits, type CheckedAddresses, checkAddresses } from '../../platform/own-networks.ts';
import { type TunnelDifference, TunnelError, type Wireguard } from '../../ports/wireguard.ts';
import { configurationText } from './configuration-text.ts';
import { readDump, readTrafficDump } from './dump.ts';
import { readOwnNetworks } from './read-own-networks.ts';
import { readResolvers, resolverFiles } from './read-resolvers.ts';

export interface WireguardOptions extends LinkOptions {
  /** For temporary files with keys; only the owner may read it. */
  readonly secretFolder: string;
  readonly limits?: AddressLimits;
  /** IP addresses of core. */
  readonly coreHosts?: () => readonly string[];
  /** Files with the machine's DNS servers, in the format of resolv.conf(5). */
  readonly resolverFiles?: readonly string[];
}

/** Configures the kernel or wireguard-go through the programs `ip` and `wg`. */
export function createWireguard(options: WireguardOptions): Wireguard {
  const { run, name, mark, userspaceOnly } = options;

  /** Undefined if the interface does not exist or does not have the mark. */
  const findOwn = async (): Promise<Link | undefined> => {
    const link = await findLink(run, name);
    return link?.alias === mark ? link : undefined;
  };

  const open = async () => {
    const present = await findLink(run, name);
    if (present && present.alias !== mark) throw new TunnelError(nameTakenMessage(name));
    const unwanted = present?.backend === 'kernel' && userspaceOnly;
    if (unwanted) await deleteLink(run, name, present.backend);
    const adopted = present !== undefined && !unwanted;
    const backend = adopted ? present.backend : await makeLink(options);
    await run('ip', ['link', 'set', 'dev', name, 'up']);
    return { backend, adopted };
  };

  const read = async () => {
    if (!(await findOwn())) return undefined;
    const { settings, peers } = readDump(await run('wg', ['show', name, 'dump']));
    return { settings: { ...settings, addresses: await readAddresses(run, name) }, peers };
  };

  return {
    open: () => explained(open),
    read: () => explained(read),
    change: (difference) => explained(() => change(options, difference)),
    readTraffic: () => explained(async () => readTrafficDump(await run('wg', ['show', name, 'dump']))),
    remove: () =>
      explained(async () => {
        const own = await findOwn();
        if (own) await deleteLink(run, name, own.backend);
      }),
  };
}

const explained = <Result>(action: () => Promise<Result>) => withExplainedErrors('gateway', action);

async function check(options: WireguardOptions, addresses: readonly string[]): Promise<CheckedAddresses> {
  const { run, name, limits } = options;
  if (!limits) return { accepted: addresses, refusals: [] };
  const coreHosts = options.coreHosts?.() ?? [];
  const resolvers = await readResolvers(options.resolverFiles ?? resolverFiles);
  return checkAddresses(addresses, await readOwnNetworks(run, name, { coreHosts, resolvers }), limits);
}

/**
 * Removals come first, so that an address is free before another peer gets it.
 * @throws TunnelError for addresses that this machine refuses, after everything else has been applied
 */
async function change(options: WireguardOptions, { settings, removedKeys, upserted }: TunnelDifference): Promise<void> {
  const { run, name } = options;
  for (let at = 0; at < removedKeys.length; at += removalsPerCall) {
    const keys = removedKeys.slice(at, at + removalsPerCall);
    await run('wg', ['set', name, ...keys.flatMap((key) => ['peer', key, 'remove'])]);
  }
  const text = configurationText(settings, upserted);
  if (text !== '') await addConfiguration(options, text);
  if (!settings.addresses) return;
  const { accepted, refusals } = await check(options, settings.addresses);
  await setAddresses(run, name, accepted);
  if (refusals.length > 0) throw new TunnelError(refusals.join(' '));
}

/** 52 bytes each: far below the 2 MiB that Linux allows for a command line. */
const removalsPerCall = 2000;

async function addConfiguration({ run, name, secretFolder }: WireguardOptions, text: string): Promise<void> {
  // `wg` opens its file by name; it cannot open the socket that Node passes as standard input.
  const path = join(secretFolder, `${randomUUID()}.conf`);
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    await run('wg', ['addconf', name, path]);
  } finally {
    await rm(path, { force: true });
  }
}

function nameTakenMessage(name: string): string {
  return (
    `There is an interface ${name} already that this gateway did not make, and it stays untouched. ` +
    `Choose another name with --interface, or remove it with "ip link delete ${name}".`
  );
}
