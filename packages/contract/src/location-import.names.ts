/** Errors that a caller can receive, with their HTTP statuses. */
export const locationImportErrors = {
  import_file_invalid: 422,
  import_peer_unknown: 400,
  import_address_unusable: 400,
  import_address_taken: 409,
} as const;

/** Messages for API clients. */
export const locationImportErrorMessages = {
  import_file_invalid: 'The WireGuard file cannot be imported; `details.line` and `details.problem` say why',
  import_peer_unknown: 'The file has no peer with this public key, or it belongs to a device already',
  import_address_unusable: 'No device of the location can have the address, or it is the second one in a network',
  import_address_taken: 'Another device of the location has the address',
} as const satisfies Record<keyof typeof locationImportErrors, string>;

/** Limits of one file, apart from those of its content. */
export const importFileLimits = { characters: 2 * 1024 * 1024, devices: 5_000 } as const;
