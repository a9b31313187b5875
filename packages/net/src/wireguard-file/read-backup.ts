import { toName } from './comment-name.ts';
import type { FileNote } from './file-problem.ts';
import type { FileSections, Section, Setting } from './section.ts';
import { childrenAt, readXml, textAt, type XmlElement } from './xml-tree.ts';

/** A backup is XML; no file of WireGuard starts like this. */
export function isXml(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/**
 * The WireGuard part of a backup (config.xml) of OPNsense or pfSense. Interfaces and peers that are turned off are left
 * out, as are peers of no interface.
 */
export function readBackup(text: string): FileSections {
  const root = readXml(text);
  if (!('children' in root)) return { sections: [], problems: [{ line: root.line, kind: 'unreadable' }], notes: [] };
  const notes: FileNote[] = [];
  return { sections: [...readOpnsense(root, notes), ...readPfsense(root, notes)], problems: [], notes };
}

function readOpnsense(root: XmlElement, notes: FileNote[]): Section[] {
  const [wireguard] = childrenAt(root, 'opnsense', 'OPNsense', 'wireguard');
  if (!wireguard) return [];
  const servers = childrenAt(wireguard, 'server', 'servers', 'server').filter((server) => isOn(server, '1'));
  const linked = new Set(servers.flatMap((server) => (textAt(server, 'peers')?.text ?? '').toLowerCase().split(',')));
  const clients = childrenAt(wireguard, 'client', 'clients', 'client').filter(({ uuid }) => uuid && linked.has(uuid));
  return [
    ...servers.map((server) =>
      toSection('interface', server, textAt(server, 'name')?.text, [
        ...settingsOf(server, { privkey: 'PrivateKey', tunneladdress: 'Address', port: 'ListenPort', dns: 'DNS' }),
      ]),
    ),
    ...enabled(clients, '1', notes).map((client) =>
      toSection('peer', client, textAt(client, 'name')?.text, [
        ...settingsOf(client, { pubkey: 'PublicKey', psk: 'PresharedKey', tunneladdress: 'AllowedIPs' }),
      ]),
    ),
  ];
}

function readPfsense(root: XmlElement, notes: FileNote[]): Section[] {
  const [wireguard] = childrenAt(root, 'pfsense', 'installedpackages', 'wireguard');
  if (!wireguard) return [];
  const tunnels = childrenAt(wireguard, 'tunnels', 'item').filter((tunnel) => isOn(tunnel, 'yes'));
  const names = new Set(tunnels.map((tunnel) => textAt(tunnel, 'name')?.text));
  const peers = childrenAt(wireguard, 'peers', 'item').filter((peer) => names.has(textAt(peer, 'tun')?.text));
  return [
    ...tunnels.map((tunnel) =>
      toSection('interface', tunnel, textAt(tunnel, 'descr')?.text, [
        ...settingsOf(tunnel, { privatekey: 'PrivateKey', listenport: 'ListenPort' }),
        ...addressRows(tunnel, 'addresses', 'Address'),
      ]),
    ),
    ...enabled(peers, 'yes', notes).map((peer) =>
      toSection('peer', peer, textAt(peer, 'descr')?.text, [
        ...settingsOf(peer, { publickey: 'PublicKey', presharedkey: 'PresharedKey' }),
        ...addressRows(peer, 'allowedips', 'AllowedIPs'),
      ]),
    ),
  ];
}

function isOn(element: XmlElement, value: string): boolean {
  return textAt(element, 'enabled')?.text === value;
}

function enabled(peers: readonly XmlElement[], value: string, notes: FileNote[]): XmlElement[] {
  return peers.filter((peer) => {
    const on = isOn(peer, value);
    if (!on) notes.push({ line: peer.line, kind: 'peer_disabled' });
    return on;
  });
}

function toSection(
  kind: Section['kind'],
  { line }: XmlElement,
  name: string | undefined,
  settings: Setting[],
): Section {
  return { kind, line, name: name === undefined ? undefined : toName(name), settings };
}

function settingsOf(element: XmlElement, keys: Readonly<Record<string, string>>): Setting[] {
  return Object.entries(keys).flatMap(([name, key]) => {
    const found = textAt(element, name);
    return found ? [{ line: found.line, key, value: found.text }] : [];
  });
}

function addressRows(element: XmlElement, list: string, key: string): Setting[] {
  return childrenAt(element, list, 'row').flatMap((row) => {
    const [address, mask] = [textAt(row, 'address'), textAt(row, 'mask')];
    return address ? [{ line: address.line, key, value: mask ? `${address.text}/${mask.text}` : address.text }] : [];
  });
}
