import type pg from 'pg';

/** What the driver has and its types leave out. */
interface Internals {
  readonly readyForQuery: boolean;
  readonly processID: number;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(): void } };
}

const internalsOf = (client: pg.ClientBase) => client as unknown as Internals;

/** Whether a statement waits for its answer. */
export const isWaiting = (client: pg.ClientBase): boolean => !internalsOf(client).readyForQuery;
/** Of the server's process. */
export const processIdOf = (client: pg.ClientBase): number => internalsOf(client).processID;
export const bytesReadOn = (client: pg.ClientBase): number => internalsOf(client).connection.stream.bytesRead;

/** Closes the connection without the message that a silent server would never answer. */
export function destroyConnection(client: pg.ClientBase): void {
  internalsOf(client).connection.stream.destroy();
}
