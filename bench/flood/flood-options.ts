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

export type Attack = (host: string, port: number) => HostileConnection;
