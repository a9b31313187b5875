import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AddressLimits, type CheckedAddresses, checkAddresses } from '../../platform/own-networks.ts';
import { CommandError } from '../../platform/run-command.ts';
import { type TunnelDifference, TunnelError, type Wireguard } from '../../ports/wireguard.ts';
import { readAddresses, setAddresses } from './addresses.ts';
import { configurationText } from './configuration-text.ts';
import { readDump, readTrafficDump } from './dump.ts';
import { findLink, type Link } from './link.ts';
import { deleteLink, type LinkOptions, makeLink } from './make-link.ts';
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
    open: () => withExplainedErrors(open),
    read: () => withExplainedErrors(read),
    change: (difference) => withExplainedErrors(() => change(options, difference)),
    readTraffic: () => withExplainedErrors(async () => readTrafficDump(await run('wg', ['show', name, 'dump']))),
    remove: () =>
      withExplainedErrors(async () => {
        const own = await findOwn();
        if (own) await deleteLink(run, name, own.backend);
      }),
  };
}

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

/** Converts the error of a program into a TunnelError with an explanation. */
async function withExplainedErrors<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof CommandError) throw new TunnelError(explainCommandError(error), { cause: error });
    throw error;
  }
}

function explainCommandError({ program, missing, errorLine }: CommandError): string {
  if (missing) return `The program ${program} is not installed; install ${packageOf(program)}.`;
  if (/operation not permitted/i.test(errorLine)) {
    return 'Changing network interfaces is not permitted here; run the gateway as root or with CAP_NET_ADMIN.';
  }
  // For a disabled address family, older kernels report that permission is denied.
  if (program === 'ip' && /ipv6 is disabled|permission denied/i.test(errorLine)) {
    return 'The location has an IPv6 address, and IPv6 is switched off on this machine.';
  }
  if (program === 'wg' && /address already in use/i.test(errorLine)) {
    return 'The UDP port of the location is in use by another program on this machine.';
  }
  return `${program} failed: ${errorLine.replace(/\.$/, '') || 'it printed no error'}.`;
}

function packageOf(program: string): string {
  return program === 'ip' ? 'iproute2' : 'wireguard-tools';
}

function nameTakenMessage(name: string): string {
  return (
    `There is an interface ${name} already that this gateway did not make, and it stays untouched. ` +
    `Choose another name with --interface, or remove it with "ip link delete ${name}".`
  );
}
