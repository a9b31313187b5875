import { DomainError } from '@gatewarden/contract/errors';
import pg from 'pg';
import { isReadTimeout } from './discard-stuck-connections.ts';

/** Why the database did not do what it was asked to, though the statement is right. Each passes by itself. */
export type DatabaseErrorCode = 'database_unavailable' | 'database_busy' | 'database_read_only' | 'database_full';

const refusals: readonly string[] = ['database_unavailable', 'database_busy', 'database_read_only', 'database_full'];

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const readOnlyTransaction = '25006';
const diskFull = '53100';
/** The statement took too long: it waited for a lock, or the server has too much to do. */
const statementTimeout = '57014';
/** Connection exceptions, shutdown in progress, crash, starting up, too many connections. */
const unreachable = /^(08|57P0[123]|53300)/;
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after)/;

/** Undefined when the statement or our code is wrong, rather than the state that the database is in. */
export function classifyDatabaseError(error: unknown): DatabaseErrorCode | undefined {
  if (error instanceof DomainError) {
    return refusals.includes(error.code) ? (error.code as DatabaseErrorCode) : undefined;
  }
  if (error instanceof pg.DatabaseError) return refusalOfCode(error.code ?? '');
  if (!(error instanceof Error)) return undefined;
  const isAway =
    isReadTimeout(error) ||
    awayCodes.has((error as NodeJS.ErrnoException).code ?? '') ||
    awayMessages.test(error.message);
  return isAway ? 'database_unavailable' : undefined;
}

/** Whether the database ended the statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === statementTimeout;
}

function refusalOfCode(code: string): DatabaseErrorCode | undefined {
  if (code === readOnlyTransaction) return 'database_read_only';
  if (code === diskFull) return 'database_full';
  if (code === statementTimeout) return 'database_busy';
  return unreachable.test(code) ? 'database_unavailable' : undefined;
}
