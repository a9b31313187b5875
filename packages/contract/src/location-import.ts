import { parseAddress } from '@gatewarden/net/address';
import { fileNotes, fileProblems } from '@gatewarden/net/wireguard-file/file-problem';
import { z } from 'zod';
import { addressSchema } from './address-schemas.ts';
import { documented, documentedAs } from './documented.ts';
import { Empty, endpoint } from './endpoint.ts';
import { importFileLimits } from './location-import.names.ts';
import { EditLocation, Location, locationRules } from './locations.ts';
import { Cidr, Id, Ip, Name, PathId, PublicKey } from './primitives.ts';

/** Text of the file. A byte order mark at its start is ignored. It contains the private key, so no answer repeats it. */
const Config = documented(z.string().max(importFileLimits.characters), {
  type: 'string',
  maxLength: importFileLimits.characters,
  pattern: '^[^\\u0000]*$',
});
/** Line breaks take two bytes in JSON, other characters of most files one. */
const maxBodyBytes = 3 * importFileLimits.characters;

/** The line of the interface to import; needed for a backup with several. */
const InterfaceLine = z.int().min(1).max(importFileLimits.characters).optional();

const Remark = {
  /** From 1. */
  line: z.int(),
  /** The setting that it is about, such as `AllowedIPs`. */
  key: z.string().nullable(),
  /** The item of the setting; never of one that contains a key. */
  value: z.string().nullable(),
};
const FileProblem = z.object({
  ...Remark,
  problem: z.enum(fileProblems),
  /** An earlier line with the same. */
  other_line: z.int().nullable(),
});
export type ImportFileProblem = z.infer<typeof FileProblem>;
const FileNote = z.object({ ...Remark, note: z.enum(fileNotes) });
export type ImportFileNote = z.infer<typeof FileNote>;

/** By what a user resembles the name of a peer, best first. */
const SuggestionReason = z.enum(['email', 'username', 'name']);

const Suggestion = z.object({
  user_id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  reason: SuggestionReason,
});
export type ImportSuggestion = z.infer<typeof Suggestion>;

const PreviewedPeer = z.object({
  line: z.int(),
  /** From a comment or a field of the file. */
  name: z.string().nullable(),
  wireguard_pubkey: z.string(),
  /** Its addresses in the networks of the location, at most one in each. */
  wireguard_ips: z.array(Ip),
  /** The device that has the key already; it gets these addresses if the location admits its owner. */
  device: z.object({ id: Id, name: z.string(), username: z.string() }).nullable(),
  /** At most 3, best first. The first is the only one of its kind if `is_certain`. */
  suggestions: z.array(Suggestion),
  is_certain: z.boolean(),
});
export type PreviewedPeer = z.infer<typeof PreviewedPeer>;

const FilePreview = z.object({
  /** All interfaces of the file; only a backup can have several. */
  interfaces: z.array(z.object({ line: z.int(), name: z.string().nullable() })),
  /** From a comment or a field of the file. */
  name: z.string().nullable(),
  /** Addresses of the interface with their prefixes; empty if the file does not contain them. */
  address: z.array(Cidr),
  port: z.int().nullable(),
  dns: z.string().nullable(),
  peers: z.array(PreviewedPeer),
  /** With a problem the file cannot be imported. The first 100, by line. */
  problems: z.array(FileProblem),
  problem_count: z.int(),
  /** What the import leaves out. The first 100, by line. */
  notes: z.array(FileNote),
  note_count: z.int(),
});
export type FilePreview = z.infer<typeof FilePreview>;

export const previewLocationImport = endpoint({
  method: 'POST',
  path: '/network/import/preview',
  access: 'admin',
  area: 'locations',
  summary: 'Preview the location and the peers of a WireGuard file, with its errors by line, without changes',
  maxBodyBytes,
  /** `address` as of a location, in place of the addresses in the file. */
  body: z.object({ config: Config, interface_line: InterfaceLine, address: EditLocation.shape.address.optional() }),
  response: FilePreview,
  errors: ['import_file_invalid', 'address_invalid', 'networks_overlap', 'gateway_address_unusable'],
});

const ImportedDevice = z.object({
  user_id: z.null(),
  /** The public key. */
  name: z.string(),
  wireguard_pubkey: z.string(),
  wireguard_ips: z.array(Ip),
});

/** As in a location that is added; in place of the values in the file and of defaults. */
const overrides = EditLocation.pick({
  address: true,
  port: true,
  allowed_ips: true,
  dns: true,
  keepalive_interval: true,
  peer_disconnect_threshold: true,
  acl_enabled: true,
  acl_default_allow: true,
  location_mfa_mode: true,
}).partial();

/** A peer of the file that becomes a device of a user. */
const MappedPeer = z.object({ user_id: Id, name: Name, wireguard_pubkey: PublicKey });
/** Without a user it becomes a network device of the location, which belongs to the caller. */
const ImportedPeer = MappedPeer.extend({ user_id: Id.nullable() });
const deviceRules = ['user_not_found', 'device_name_taken', 'public_key_taken', 'proof_required'] as const;

/**
 * All or nothing. Devices that have a key of the file get its addresses if the location admits their owners. `devices` of
 * the request become devices of users or network devices; the answer lists the remaining peers, for `addImportedDevices`. Devices for other
 * users require a recent proof in a session, and an API token needs `devices:write`.
 */
export const importLocation = endpoint({
  method: 'POST',
  path: '/network/import',
  access: 'admin',
  area: 'locations',
  summary: 'Add a location with the key, addresses and peers of a WireGuard file',
  maxBodyBytes,
  body: z.object({
    name: EditLocation.shape.name,
    endpoint: EditLocation.shape.endpoint,
    config: Config,
    interface_line: InterfaceLine,
    allowed_groups: EditLocation.shape.allowed_groups,
    ...overrides.shape,
    devices: z.array(ImportedPeer).max(importFileLimits.devices).optional(),
  }),
  response: z.object({ network: Location, devices: z.array(ImportedDevice) }),
  status: 201,
  errors: ['import_file_invalid', 'import_peer_unknown', ...locationRules, ...deviceRules],
  errorStatus: { user_not_found: 400 },
});

const Address = documented(
  Ip.refine((text) => parseAddress(text) !== undefined, { error: 'address' }),
  addressSchema,
);
// The reference answers 400 for an invalid key and 422 for a value that is not a text, so the service checks the key.
const NewImportedDevice = MappedPeer.extend({
  wireguard_pubkey: documentedAs(z.string().max(256), PublicKey),
  wireguard_ips: z.array(Address).max(64),
});

/** All or nothing; without devices 204. A device gets the addresses if the location admits its user. */
export const addImportedDevices = endpoint({
  method: 'POST',
  path: '/network/:id/devices',
  access: 'admin',
  area: 'devices',
  summary: 'Add peers of an imported file as devices of users, with their addresses',
  maxBodyBytes,
  params: z.object({ id: PathId }),
  body: z.object({ devices: z.array(NewImportedDevice).max(importFileLimits.devices) }),
  response: Empty,
  status: 201,
  alternative: { status: 204, response: z.null() },
  errors: [
    'location_not_found',
    'import_address_unusable',
    'import_address_taken',
    'address_pool_exhausted',
    'public_key_invalid',
    'public_key_of_location',
    ...deviceRules,
  ],
  errorStatus: { user_not_found: 400 },
});
