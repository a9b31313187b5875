export interface FloodOptions {
  readonly kind: 'gateways' | 'http' | 'proxied-http';
  readonly host: string;
  readonly port: number;
  /** Source addresses of the connections in the loopback network, used in turn. */
  readonly from: readonly string[];
  /** Number of simultaneous connections; those that core closes are reopened. */
  readonly connections: number;
  readonly seconds: number;
}

export interface FloodResult {
  /** Attempts to connect. */
  opened: number;
  /** Connections that core closed or refused. */
  closed: number;
}

/** A hostile connection. Disposing stops the attack. */
export interface HostileConnection extends Disposable {
  readonly closed: Promise<unknown>;
}

export interface Target {
  readonly host: string;
  readonly port: number;
  /** Source address of the attack. */
  readonly localAddress: string;
  /** Source address as the proxy at `localAddress` reports it; undefined without a proxy. */
  readonly forwardedFor?: string | undefined;
}

export type Attack = (target: Target) => HostileConnection;
