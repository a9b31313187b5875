export interface FloodOptions {
  readonly kind: 'gateways' | 'http';
  readonly host: string;
  readonly port: number;
  /** Held at a time; those that core closes come back. */
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
  /** Where the attack comes from: another address than that of the users whose calls are timed. */
  readonly localAddress: string;
}

export type Attack = (target: Target) => HostileConnection;
