/** All IP addresses of a host name. Rejects when it has none or cannot be resolved. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;
