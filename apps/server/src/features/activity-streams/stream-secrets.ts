/** The kind under which the password for a collector is stored. */
export const streamPasswordKind = 'stream-password';
