/** Why a file cannot be imported. */
export const fileProblems = [
  /** Control characters, or bytes that are no UTF-8. */
  'not_text',
  'line_too_long',
  'too_many_lines',
  'too_many_peers',
  /** More problems were found than are listed. */
  'too_many_problems',
  /** Neither a section, a setting nor a comment; or XML that is not well-formed. */
  'unreadable',
  /** A setting before the first section. */
  'outside_section',
  'no_interface',
  /** Another `[Interface]` after the one in `other_line`. */
  'second_interface',
  /** A backup has several interfaces, and none of them was chosen. */
  'interface_not_chosen',
  /** The section has no `key`. */
  'missing',
  'invalid',
  /** `key` is set a second time; it is also in `other_line`. */
  'repeated_setting',
  /** The peer of `other_line` has the same public key. */
  'repeated_key',
  /** The peer of `other_line` has the same address. */
  'repeated_address',
  /** A peer has the public key of the interface. */
  'own_key',
  /** A location has the public key. */
  'key_of_location',
  /** A device has the public key of the interface. */
  'key_of_device',
  /** No interface may have addresses of this network. */
  'reserved_network',
  /** The address of the interface is the broadcast address of its network. */
  'gateway_address_unusable',
  /** Two networks of the interface overlap. */
  'networks_overlap',
  /** A peer has the address of the gateway, of the network, or the broadcast address. */
  'address_unusable',
] as const;
export type FileProblemKind = (typeof fileProblems)[number];

/** What an import leaves out or adds. */
export const fileNotes = [
  /** A section that is neither `[Interface]` nor `[Peer]`. */
  'section_ignored',
  'setting_unknown',
  /** A setting that has no counterpart here, such as `PostUp`. */
  'setting_ignored',
  /** Devices have no preshared key here, so clients must remove theirs. */
  'preshared_key',
  /** The address was read from a comment, as OPNsense writes it. */
  'address_from_comment',
  /** The file does not contain the address of the interface, as those of pfSense. */
  'address_missing',
  /** An entry of AllowedIPs is not in a network of the interface; access to it is not imported. */
  'network_ignored',
  /** A second address in the same network. */
  'address_ignored',
  /** No address is in a network of the interface: the device gets a free one. */
  'no_address',
  /** The peer is turned off in the file, and not imported. */
  'peer_disabled',
] as const;
export type FileNoteKind = (typeof fileNotes)[number];

export interface FileRemark<Kind> {
  /** From 1. */
  readonly line: number;
  readonly kind: Kind;
  /** The setting, as documentation of WireGuard spells it. */
  readonly key?: string;
  /** The item that it is about; never of a setting with a key. */
  readonly value?: string;
  readonly otherLine?: number;
}
export type FileProblem = FileRemark<FileProblemKind>;
export type FileNote = FileRemark<FileNoteKind>;

/** More than a person reads. */
export const maxRemarks = 1_000;

/** The first problems. If there are more, the last of the result says so, and concerns no setting. */
export function limitProblems(problems: readonly FileProblem[]): readonly FileProblem[] {
  const surplus = problems[maxRemarks];
  return surplus ? [...problems.slice(0, maxRemarks), { line: surplus.line, kind: 'too_many_problems' }] : problems;
}

/** Enough to identify an item. */
const maxValueCharacters = 64;

export function shortened(text: string): string {
  const shown = withoutKeys(text);
  return [...shown.slice(0, 2 * maxValueCharacters)].slice(0, maxValueCharacters).join('').toWellFormed();
}

/** Replaces what may be a private key in the wrong place: 32 bytes in base64, with or without the last characters. */
export function withoutKeys(text: string): string {
  return text.replaceAll(/[A-Za-z0-9+/]{42,}={0,2}/g, '[key]');
}
