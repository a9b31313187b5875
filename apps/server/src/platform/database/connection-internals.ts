import type pg from 'pg';

/** Properties of the driver that its types omit. */
interface Internals {
  readonly readyForQuery: boolean;
  readonly processID: number;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(): void } };
}

const internalsOf = (client: pg.ClientBase) => client as unknown as Internals;

/** Whether a statement is waiting for its result. */
export const isWaiting = (client: pg.ClientBase): boolean => !internalsOf(client).readyForQuery;
/** Process id of the server process. */
export const processIdOf = (client: pg.ClientBase): number => internalsOf(client).processID;
export const bytesReadOn = (client: pg.ClientBase): number => internalsOf(client).connection.stream.bytesRead;

/** Closes the connection without the goodbye message, which an unresponsive server would never answer. */
export function destroyConnection(client: pg.ClientBase): void {
  internalsOf(client).connection.stream.destroy();
}
