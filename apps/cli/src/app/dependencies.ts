import type { Clock } from '@gatewarden/link/clock';
import type { Secret } from '@gatewarden/process/secret';
import type { EdgeClient } from '../edge/edge-client.ts';
import type { Log } from '../platform/log.ts';
import type { Tunnel } from '../ports/tunnel.ts';

/** The interface of a device; only its owner can read `secretFolder`. */
export interface TunnelOwner {
  readonly name: string;
  readonly mark: string;
  readonly userspaceOnly: boolean;
  readonly privateKey: Secret;
  readonly secretFolder: string;
}

export interface Dependencies {
  readonly makeTunnel: (owner: TunnelOwner) => Tunnel;
  readonly makeEdgeClient: (url: string) => EdgeClient;
  readonly clock: Clock;
  /** At least 0, below 1. */
  readonly random: () => number;
  readonly log: Log;
  /** Prints a line at the terminal. */
  readonly print: (line: string) => void;
  /** Aborted when the program is to end. */
  readonly signal: AbortSignal;
}
