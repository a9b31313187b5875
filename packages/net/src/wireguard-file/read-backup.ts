import { toName } from './comment-name.ts';
import type { FileSections, Section, Setting } from './section.ts';
import { childrenAt, readXml, textAt, type XmlElement } from './xml-tree.ts';

/** A backup is XML; no file of WireGuard starts like this. */
export function isXml(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/**
 * The WireGuard part of a backup (config.xml) of OPNsense or pfSense. Interfaces that are turned off are left out, as are
 * peers of no interface.
 */
export function readBackup(text: string): FileSections {
  const root = readXml(text);
  const found = { notes: [], isBackup: true };
  if (!('children' in root)) return { ...found, sections: [], problems: [{ line: root.line, kind: 'unreadable' }] };
  return { ...found, sections: [...readOpnsense(root), ...readPfsense(root)], problems: [] };
}

function readOpnsense(root: XmlElement): Section[] {
  const [wireguard] = childrenAt(root, 'opnsense', 'OPNsense', 'wireguard');
  if (!wireguard) return [];
  const clients = new Map(childrenAt(wireguard, 'client', 'clients', 'client').map((client) => [client.uuid, client]));
  const servers = childrenAt(wireguard, 'server', 'servers', 'server').filter((server) => isOn(server, '1'));
  return servers.flatMap((server) => {
    const linked = new Set((textAt(server, 'peers')?.text ?? '').toLowerCase().split(','));
    const keys = { privkey: 'PrivateKey', tunneladdress: 'Address', port: 'ListenPort', dns: 'DNS' };
    const peers = [...linked].flatMap((uuid) => clients.get(uuid) ?? []);
    return [
      toSection('interface', server, { name: 'name', settings: settingsOf(server, keys) }),
      ...peers.map((client) => ({
        ...toSection('peer', client, {
          name: 'name',
          settings: settingsOf(client, { pubkey: 'PublicKey', psk: 'PresharedKey', tunneladdress: 'AllowedIPs' }),
        }),
        interfaceLine: server.line,
        isDisabled: !isOn(client, '1'),
      })),
    ];
  });
}

function readPfsense(root: XmlElement): Section[] {
  const [wireguard] = childrenAt(root, 'pfsense', 'installedpackages', 'wireguard');
  if (!wireguard) return [];
  const tunnels = childrenAt(wireguard, 'tunnels', 'item').filter((tunnel) => isOn(tunnel, 'yes'));
  const peers = Map.groupBy(childrenAt(wireguard, 'peers', 'item'), (peer) => textAt(peer, 'tun')?.text);
  return tunnels.flatMap((tunnel) => [
    toSection('interface', tunnel, {
      name: 'descr',
      settings: [
        ...settingsOf(tunnel, { privatekey: 'PrivateKey', listenport: 'ListenPort' }),
        ...addressRows(tunnel, 'addresses', 'Address'),
      ],
    }),
    ...(peers.get(textAt(tunnel, 'name')?.text) ?? []).map((peer) => ({
      ...toSection('peer', peer, {
        name: 'descr',
        settings: [
          ...settingsOf(peer, { publickey: 'PublicKey', presharedkey: 'PresharedKey' }),
          ...addressRows(peer, 'allowedips', 'AllowedIPs'),
        ],
      }),
      interfaceLine: tunnel.line,
      isDisabled: !isOn(peer, 'yes'),
    })),
  ]);
}

function isOn(element: XmlElement, value: string): boolean {
  return textAt(element, 'enabled')?.text === value;
}

interface Content {
  /** The element with the name. */
  readonly name: string;
  readonly settings: readonly Setting[];
}

function toSection(kind: Section['kind'], element: XmlElement, { name, settings }: Content): Section {
  const text = textAt(element, name)?.text;
  return { kind, line: element.line, name: text === undefined ? undefined : toName(text), settings };
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
