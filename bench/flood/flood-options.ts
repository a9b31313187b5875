export interface FloodOptions {
  readonly kind: 'gateways' | 'http' | 'proxied-http';
  readonly host: string;
  readonly port: number;
  /** Addresses of the loopback network from which the connections come, by turns. */
  readonly from: readonly string[];
  /** Open at a time; those that core closes are opened again. */
  readonly connections: number;
  readonly seconds: number;
}

export interface FloodResult {
  /** Attempts to connect. */
  opened: number;
  /** Connections that core closed or refused. */
  closed: number;
}

/** One hostile connection. Disposing it stops what it does. */
export interface HostileConnection extends Disposable {
  readonly closed: Promise<unknown>;
}

export interface Target {
  readonly host: string;
  readonly port: number;
  /** Where the attack comes from. */
  readonly localAddress: string;
  /** Where its requests come from, as the proxy at `localAddress` reports it; undefined where there is no proxy. */
  readonly forwardedFor?: string | undefined;
}

export type Attack = (target: Target) => HostileConnection;
