import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { importLocation, previewLocationImport } from '@gatewarden/contract/location-import';
import { EditLocation } from '@gatewarden/contract/locations';
import { defaultTiming } from '@gatewarden/contract/locations.names';
import type { FileProblem } from '@gatewarden/net/wireguard-file/file-problem';
import type { FileInterface } from '@gatewarden/net/wireguard-file/server-file';
import { Secret } from '@gatewarden/process/secret';
import { type Actor, type Origin, requireWriteScope } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import {
  type AssignedAddress,
  assignImportedAddresses,
  type DeviceRow,
  type DevicesService,
  listDevicesOfKeys,
  listKeysOfLocations,
  type PeerOfUser,
  reassignDevices,
} from '../devices/index.ts';
import {
  type LocationBody,
  type LocationRow,
  type LocationsService,
  lockAllLocations,
  readNetworks,
  toKeyPair,
} from '../locations/index.ts';
import type { AnalyzeFile } from './analyze-file.ts';
import type { CheckedFile } from './location-import.present.ts';
import { listCandidates } from './location-import.queries.ts';

export type ImportBody = BodyOf<typeof importLocation>;
type PreviewBody = BodyOf<typeof previewLocationImport>;
type Peer = CheckedFile['peers'][number];

interface ImportedLocation {
  readonly location: LocationRow;
  /** Peers that belong to no device. */
  readonly remaining: readonly Peer[];
}

export interface LocationImportService {
  /** @throws address_invalid, networks_overlap, gateway_address_unusable for `address` */
  preview(actor: Actor, body: PreviewBody): Promise<CheckedFile>;
  /** @throws import_file_invalid, import_peer_unknown, and what adding a location and adding devices throw */
  import(actor: Actor, origin: Origin, body: ImportBody): Promise<ImportedLocation>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly locations: Pick<LocationsService, 'addWith'>;
  readonly devices: Pick<DevicesService, 'insertPeers' | 'lockOwnersOf' | 'publishAdded'>;
  readonly analyze: AnalyzeFile;
}

export function createLocationImportService({
  db,
  events,
  locations,
  devices,
  analyze,
}: Dependencies): LocationImportService {
  return {
    async preview(actor, { config, interface_line: interfaceLine, address }) {
      const networks = address === undefined ? undefined : readNetworks(address);
      const users = await listCandidates(db);
      const file = await analyze(actor.username, { config, interfaceLine, networks, users });
      return checkFile(db, file);
    },
    async import(actor, origin, body) {
      const networks = body.address === undefined ? undefined : readNetworks(body.address);
      const { config, interface_line: interfaceLine } = body;
      const file = await analyze(actor.username, { config, interfaceLine, networks, users: [] });
      requireImportable(withoutOverridden(file.problems, body));
      const { privateKey } = file.interface ?? {};
      if (!file.interface || privateKey === undefined) throw new Error('an importable file has a private key');
      const location = toLocationBody(file.interface, body);
      const keys = toKeyPair(new Secret(privateKey));
      const requested = readRequestedDevices(actor, body);

      return inTransaction(db, async (tx) => {
        const owners = await devices.lockOwnersOf(tx, actor, requested);
        const steps = createImportSteps(tx, { events, devices }, { file, body, requested, owners });
        const stored = await locations.addWith(tx, origin, {
          body: location,
          keys,
          beforeInsert: steps.addDevices,
          prepare: steps.assignAddresses,
        });
        await devices.publishAdded(tx, origin, steps.listAdded(), { owners, location: stored.name });
        return { location: stored, remaining: steps.listRemaining() };
      });
    },
  };
}

/** @throws scope_missing if there are any and the caller may not add devices */
function readRequestedDevices(actor: Actor, { devices = [] }: ImportBody): PeerOfUser[] {
  if (devices.length > 0) requireWriteScope(actor, 'devices');
  return devices.map(({ user_id: userId, name, wireguard_pubkey: publicKey }) => ({
    name,
    publicKey,
    userId: userId ?? actor.userId,
    kind: userId === null ? 'network' : 'user',
  }));
}

interface ImportedFile {
  readonly file: Omit<CheckedFile, 'known'>;
  readonly body: ImportBody;
  readonly requested: readonly PeerOfUser[];
  /** Names by id. */
  readonly owners: ReadonlyMap<number, string>;
}

/** The steps of adding one location with its devices, in this order: `addDevices`, `assignAddresses`, the lists. */
function createImportSteps(
  tx: Tx,
  { events, devices }: Pick<Dependencies, 'events' | 'devices'>,
  { file, body, requested, owners }: ImportedFile,
) {
  let added: readonly DeviceRow[] = [];
  let known: CheckedFile['known'] = new Map();
  const listRemaining = () => file.peers.filter(({ peer }) => !known.has(peer.publicKey));

  return {
    /**
     * The set of locations is locked, so no other transaction adds a device or a location until this one ends.
     * @throws import_file_invalid, import_peer_unknown, and what `insertPeers` throws
     */
    async addDevices(): Promise<void> {
      const before = await checkFile(tx, file);
      requireImportable(withoutOverridden(before.problems, body));
      requireKnownPeers(before, requested);
      added = await devices.insertPeers(tx, requested);
      known = (await checkFile(tx, file)).known;
    },
    /** Assigns devices their addresses in the file, and reserves those of peers that belong to no device. */
    async assignAddresses(location: LocationRow): Promise<void> {
      const all = await lockAllLocations(tx);
      const addresses = file.peers.flatMap((one) => toAssigned(location, one, known.get(one.peer.publicKey)));
      const reserved = listRemaining().flatMap((one) =>
        one.addresses.map((address) => ({ location_id: location.id, ...address })),
      );
      const networkDevices = added.filter(({ kind }) => kind === 'network').map(({ id }) => id);
      await assignImportedAddresses(tx, events, location, { addresses, reserved, networkDevices });
      const others = all.filter(({ id }) => id !== location.id);
      if (added.length > 0) await reassignDevices(tx, events, others, [...owners.keys()]);
    },
    listAdded: () => added,
    /** Peers that belong to no device. */
    listRemaining,
  };
}

/** Devices of the keys of the file, and problems with values that no location can have and keys that are in use. */
async function checkFile(db: Database | Tx, file: Omit<CheckedFile, 'known'>): Promise<CheckedFile> {
  const ownKey = publicKeyOf(file.interface);
  const keys = [...file.peers.map(({ peer }) => peer.publicKey), ...(ownKey === undefined ? [] : [ownKey])];
  const known = new Map((await listDevicesOfKeys(db, keys)).map((device) => [device.public_key, device]));
  const ofLocations = new Set(await listKeysOfLocations(db, keys));
  const problems = [
    ...file.problems,
    ...(file.interface ? checkInterface(file.interface, { ownKey, known, ofLocations }) : []),
    ...file.peers.flatMap(({ peer: { line, publicKey } }): FileProblem[] => {
      if (publicKey === ownKey) return [{ line, kind: 'own_key', key: 'PublicKey' }];
      return ofLocations.has(publicKey) ? [{ line, kind: 'key_of_location', key: 'PublicKey' }] : [];
    }),
  ];
  return { ...file, known, problems: problems.toSorted((a, b) => a.line - b.line) };
}

interface KeysInUse {
  readonly ownKey: string | undefined;
  readonly known: CheckedFile['known'];
  readonly ofLocations: ReadonlySet<string>;
}

function checkInterface(
  { line, networks, dns }: FileInterface,
  { ownKey, known, ofLocations }: KeysInUse,
): FileProblem[] {
  const address = networks.map(({ text }) => text).join(', ');
  const isUsed = (keys: { has(key: string): boolean }) => ownKey !== undefined && keys.has(ownKey);
  return [
    ...(isUsed(ofLocations) ? [{ line, kind: 'key_of_location', key: 'PrivateKey' } as const] : []),
    ...(isUsed(known) ? [{ line, kind: 'key_of_device', key: 'PrivateKey' } as const] : []),
    ...(EditLocation.shape.dns.safeParse(dns).success ? [] : [{ line, kind: 'invalid', key: 'DNS' } as const]),
    ...(address === '' || EditLocation.shape.address.safeParse(address).success
      ? []
      : [{ line, kind: 'invalid', key: 'Address' } as const]),
  ];
}

function publicKeyOf(found: FileInterface | undefined): string | undefined {
  return found?.privateKey === undefined ? undefined : toKeyPair(new Secret(found.privateKey)).publicKey;
}

/** Problems that remain although the request has values in place of those of the file. */
function withoutOverridden(
  problems: readonly FileProblem[],
  { port, address, dns }: Pick<ImportBody, 'port' | 'address' | 'dns'>,
): FileProblem[] {
  const given: Readonly<Record<string, unknown>> = { ListenPort: port, Address: address, DNS: dns };
  return problems.filter(({ key }) => key === undefined || given[key] === undefined);
}

/** @throws import_file_invalid with the first problem */
function requireImportable(problems: readonly FileProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const { line, kind, key, value, otherLine } = first;
  throw new DomainError('import_file_invalid', {
    field: 'config',
    line,
    problem: kind,
    count: problems.length,
    ...(key !== undefined && { key }),
    ...(value !== undefined && { value }),
    ...(otherLine !== undefined && { other_line: otherLine }),
  });
}

/** The location of the file, with the values of the request in place of those of the file and of defaults. */
function toLocationBody(file: FileInterface, body: ImportBody): LocationBody {
  const address = body.address ?? file.networks.map(({ text }) => text).join(', ');
  if (address === '') {
    requireImportable([{ line: file.line, kind: 'missing', key: 'Address' }]);
  }
  return {
    name: body.name,
    endpoint: body.endpoint,
    allowed_groups: body.allowed_groups,
    address,
    port: body.port ?? file.port ?? 0,
    allowed_ips: body.allowed_ips === undefined ? subnetsOf(address) : body.allowed_ips,
    dns: body.dns === undefined ? (file.dns ?? null) : body.dns,
    keepalive_interval: body.keepalive_interval ?? defaultTiming.keepalive_interval,
    peer_disconnect_threshold: body.peer_disconnect_threshold ?? defaultTiming.peer_disconnect_threshold,
    acl_enabled: body.acl_enabled ?? false,
    acl_default_allow: body.acl_default_allow ?? false,
    location_mfa_mode: body.location_mfa_mode ?? 'disabled',
  };
}

function subnetsOf(address: string): string {
  return readNetworks(address)
    .map(({ subnet }) => subnet.text)
    .join(', ');
}

/** @throws import_peer_unknown */
function requireKnownPeers(file: CheckedFile, requested: readonly { readonly publicKey: string }[]): void {
  const importable = new Set(file.peers.map(({ peer }) => peer.publicKey).filter((key) => !file.known.has(key)));
  const index = requested.findIndex(({ publicKey }) => !importable.has(publicKey));
  if (index >= 0) throw new DomainError('import_peer_unknown', { field: `devices.${index}.wireguard_pubkey` });
}

function toAssigned(
  { id }: LocationRow,
  { addresses }: Peer,
  device: { readonly id: number } | undefined,
): AssignedAddress[] {
  return device ? addresses.map((one) => ({ location_id: id, device_id: device.id, ...one })) : [];
}
