import type { PersonClient } from '../../edge/person-client.ts';
import type { NameResolution } from '../../ports/name-resolution.ts';
import type { Terminal } from '../../ports/terminal.ts';
import type { Dependencies } from '../dependencies.ts';

/** What the commands for devices of people need. */
export interface ClientDependencies extends Omit<Dependencies, 'makeEdgeClient'> {
  readonly makePersonClient: (url: string, signal: AbortSignal) => PersonClient;
  readonly terminal: Terminal;
  readonly resolution: NameResolution;
  /** Of this machine, as the name of a new device. */
  readonly hostName: string;
}
