import { checkNetworks, type NetworksProblem } from '../check-networks.ts';
import { parsePublicKey } from '../public-key.ts';
import { type InterfaceAddress, parseInterfaceAddress } from '../subnet.ts';
import { type FileNote, type FileProblem, shortened } from './file-problem.ts';
import { isXml, readBackup } from './read-backup.ts';
import { readConf } from './read-conf.ts';
import { type FileSections, fileLimits, findBinaryLine, type Section, type Setting } from './section.ts';

/** The server's side of a WireGuard network, as a file describes it. */
export interface ServerFile {
  /** All interfaces of the file; only a backup can have several. */
  readonly interfaces: readonly Pick<FileInterface, 'line' | 'name'>[];
  readonly interface: FileInterface | undefined;
  readonly peers: readonly FilePeer[];
  /** By line. With a problem the file cannot be imported. */
  readonly problems: readonly FileProblem[];
  /** By line. */
  readonly notes: readonly FileNote[];
}

export interface FileInterface {
  readonly line: number;
  /** From a comment. */
  readonly name: string | undefined;
  /** Undefined if it is missing or invalid: there is a problem about it. */
  readonly privateKey: string | undefined;
  /** Empty if the file does not contain it: there is a note. */
  readonly networks: readonly InterfaceAddress[];
  readonly port: number | undefined;
  /** As clients get it; undefined without DNS. */
  readonly dns: string | undefined;
}

export interface FilePeer {
  readonly line: number;
  readonly name: string | undefined;
  readonly publicKey: string;
  /** Entries of AllowedIPs in order. */
  readonly allowedIps: readonly AllowedIp[];
}

export interface AllowedIp {
  readonly line: number;
  readonly network: InterfaceAddress;
}

const spellings = new Map(
  [
    ['PrivateKey', 'Address', 'ListenPort', 'DNS', 'PublicKey', 'AllowedIPs', 'PresharedKey', 'Endpoint'],
    ['PersistentKeepalive', 'MTU', 'Table', 'PreUp', 'PostUp', 'PreDown', 'PostDown', 'SaveConfig', 'FwMark'],
  ].flatMap((names) => names.map((name) => [name.toLowerCase(), name] as const)),
);
const used = {
  interface: ['PrivateKey', 'Address', 'ListenPort', 'DNS'],
  peer: ['PublicKey', 'AllowedIPs', 'PresharedKey', 'Endpoint', 'PersistentKeepalive'],
} as const;
const single = ['PrivateKey', 'ListenPort', 'PublicKey'];

/**
 * Reads the configuration of a WireGuard server: a file of wg-quick, wg-easy, OPNsense or pfSense, or the backup
 * (config.xml) of the latter two. Takes time in the length of the text.
 * @param interfaceLine the line of the interface to read; needed for a backup with several
 */
export function readServerFile(text: string, interfaceLine?: number): ServerFile {
  const binaryLine = findBinaryLine(text);
  if (binaryLine !== undefined) return failed({ line: binaryLine, kind: 'not_text' });
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return checkSections(isXml(content) ? readBackup(content) : readConf(content), interfaceLine);
}

function failed(problem: FileProblem): ServerFile {
  return { interfaces: [], interface: undefined, peers: [], problems: [problem], notes: [] };
}

function checkSections({ sections, isBackup, ...found }: FileSections, interfaceLine: number | undefined): ServerFile {
  const report = createReport(found);
  const interfaces = sections.filter(({ kind }) => kind === 'interface');
  const chosen = chooseInterface(interfaces, { isBackup, interfaceLine }, report);
  const peers = sections.filter((one) => one.kind === 'peer' && (!isBackup || one.interfaceLine === chosen?.line));
  const surplus = peers[fileLimits.peers];
  if (surplus) report.problem({ line: surplus.line, kind: 'too_many_peers' });
  return {
    interfaces: interfaces.map(({ line, name }) => ({ line, name })),
    interface: chosen && readInterface(chosen, report),
    peers: readPeers(peers.slice(0, fileLimits.peers), report),
    problems: report.problems.toSorted(byLine),
    notes: report.notes.toSorted(byLine),
  };
}

function chooseInterface(
  interfaces: readonly Section[],
  { isBackup, interfaceLine }: { readonly isBackup: boolean; readonly interfaceLine: number | undefined },
  report: Report,
): Section | undefined {
  const [first, second] = interfaces;
  if (!first) report.problem({ line: 1, kind: 'no_interface' });
  if (!first || !second) return first;
  if (!isBackup) {
    report.problem({ line: second.line, kind: 'second_interface', otherLine: first.line });
    return first;
  }
  const chosen = interfaces.find(({ line }) => line === interfaceLine);
  if (!chosen) report.problem({ line: first.line, kind: 'interface_not_chosen' });
  return chosen;
}

interface Report {
  readonly problems: FileProblem[];
  readonly notes: FileNote[];
  problem(problem: FileProblem): void;
  note(note: FileNote): void;
}

function createReport(found: Pick<FileSections, 'problems' | 'notes'>): Report {
  const [problems, notes] = [[...found.problems], [...found.notes]];
  return {
    problems,
    notes,
    problem: (problem) => void problems.push(problem),
    note: (note) => void notes.push(note),
  };
}

function byLine(a: { readonly line: number }, b: { readonly line: number }): number {
  return a.line - b.line;
}

/** The settings of a section by their usual spelling. Reports those that are not used, or set twice. */
function groupSettings({ kind, settings }: Section, report: Report): Map<string, Setting[]> {
  const groups = new Map<string, Setting[]>();
  for (const setting of settings) {
    const key = spellings.get(setting.key.toLowerCase());
    const isUsed = key !== undefined && (used[kind] as readonly string[]).includes(key);
    if (!isUsed) report.note(unusedNote(setting, key));
    else if (setting.value !== '') {
      const earlier = groups.get(key);
      if (earlier?.[0] && single.includes(key)) {
        report.problem({ line: setting.line, kind: 'repeated_setting', key, otherLine: earlier[0].line });
      } else if (earlier) earlier.push(setting);
      else groups.set(key, [setting]);
    }
  }
  return groups;
}

function unusedNote({ line, key }: Setting, known: string | undefined): FileNote {
  if (known !== undefined) return { line, kind: 'setting_ignored', key: known };
  return { line, kind: 'setting_unknown', ...(/^[\w-]{1,24}$/.test(key) && { key }) };
}

function readInterface(section: Section, report: Report): FileInterface {
  const settings = groupSettings(section, report);
  const [key] = settings.get('PrivateKey') ?? [];
  const [port] = settings.get('ListenPort') ?? [];
  if (!key) report.problem({ line: section.line, kind: 'missing', key: 'PrivateKey' });
  if (!port) report.problem({ line: section.line, kind: 'missing', key: 'ListenPort' });
  if (!settings.has('Address')) report.note({ line: section.line, kind: 'address_missing', key: 'Address' });
  const dns = (settings.get('DNS') ?? []).map(({ value }) => value).join(', ');
  return {
    line: section.line,
    name: section.name,
    privateKey: key && readKey(key, 'PrivateKey', report),
    networks: readNetworks(settings.get('Address') ?? [], report),
    port: port && readPort(port, report),
    dns: dns === '' ? undefined : dns,
  };
}

/** All bits zero: WireGuard removes the key. */
const noKey = `${'A'.repeat(43)}=`;

function readKey({ line, value }: Setting, key: string, report: Report): string | undefined {
  const parsed = parsePublicKey(value);
  if (parsed !== undefined && parsed !== noKey) return parsed;
  report.problem({ line, kind: 'invalid', key });
  return undefined;
}

function readPort({ line, value }: Setting, report: Report): number | undefined {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port >= 1 && port <= 65_535) return port;
  report.problem({ line, kind: 'invalid', key: 'ListenPort', value: shortened(value) });
  return undefined;
}

/** The items of comma-separated lists; those that are no address are reported. */
function readAddresses(settings: readonly Setting[], key: string, report: Report): AllowedIp[] {
  return settings.flatMap(({ line, value }) =>
    value.split(',').flatMap((piece) => {
      const item = piece.trim();
      if (item === '') return [];
      const network = item.length <= 64 ? parseInterfaceAddress(item) : undefined;
      if (!network) report.problem({ line, kind: 'invalid', key, value: shortened(item) });
      return network ? [{ line, network }] : [];
    }),
  );
}

function readNetworks(settings: readonly Setting[], report: Report): InterfaceAddress[] {
  const addresses = readAddresses(settings, 'Address', report);
  const networks = addresses.map(({ network }) => network);
  const problem = networks.length === 0 ? undefined : checkNetworks(networks);
  if (problem && problem.kind !== 'no-network') {
    const line = addresses.findLast(({ network }) => network === problem.network)?.line ?? 1;
    report.problem({ line, kind: networkProblems[problem.kind], key: 'Address', value: problem.network.text });
  }
  return networks;
}

const networkProblems = {
  'reserved-network': 'reserved_network',
  'unusable-gateway-address': 'gateway_address_unusable',
  'overlapping-networks': 'networks_overlap',
} as const satisfies Record<Exclude<NetworksProblem['kind'], 'no-network'>, FileProblem['kind']>;

function readPeers(sections: readonly Section[], report: Report): FilePeer[] {
  const lines = new Map<string, number>();
  return sections.flatMap((section) => {
    if (section.isDisabled) report.note({ line: section.line, kind: 'peer_disabled' });
    const peer = section.isDisabled ? undefined : readPeer(section, report);
    if (!peer) return [];
    const otherLine = lines.get(peer.publicKey);
    if (otherLine !== undefined) {
      report.problem({ line: section.line, kind: 'repeated_key', key: 'PublicKey', otherLine });
      return [];
    }
    lines.set(peer.publicKey, section.line);
    return [peer];
  });
}

function readPeer(section: Section, report: Report): FilePeer | undefined {
  const { line, name } = section;
  const settings = groupSettings(section, report);
  const [key] = settings.get('PublicKey') ?? [];
  if (!key) report.problem({ line, kind: 'missing', key: 'PublicKey' });
  const publicKey = key && readKey(key, 'PublicKey', report);
  const entries = settings.get('AllowedIPs');
  if (!entries) report.problem({ line, kind: 'missing', key: 'AllowedIPs' });
  const allowedIps = readAddresses(entries ?? [], 'AllowedIPs', report);
  const [preshared] = settings.get('PresharedKey') ?? [];
  if (preshared) report.note({ line: preshared.line, kind: 'preshared_key', key: 'PresharedKey' });
  return publicKey === undefined ? undefined : { line, name, publicKey, allowedIps };
}
