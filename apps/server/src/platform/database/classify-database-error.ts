import { DomainError } from '@gatewarden/contract/errors';
import pg from 'pg';
import { isReadTimeout } from './discard-stuck-connections.ts';

/** Why the database did not execute a valid statement. Each of these states is temporary. */
export type DatabaseErrorCode = 'database_unavailable' | 'database_busy' | 'database_read_only' | 'database_full';

const errorCodes: readonly string[] = ['database_unavailable', 'database_busy', 'database_read_only', 'database_full'];

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const readOnlyTransaction = '25006';
const diskFull = '53100';
/** The statement took too long: it waited for a lock, or the server is overloaded. */
const statementTimeout = '57014';
/** Connection exceptions, shutdown in progress, crash, starting up, too many connections. */
const unreachable = /^(08|57P0[123]|53300)/;
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after)/;

/** Undefined if the error is not caused by the state of the database but by the statement or our code. */
export function classifyDatabaseError(error: unknown): DatabaseErrorCode | undefined {
  if (error instanceof DomainError) {
    return errorCodes.includes(error.code) ? (error.code as DatabaseErrorCode) : undefined;
  }
  if (error instanceof pg.DatabaseError) return classifySqlState(error.code ?? '');
  if (!(error instanceof Error)) return undefined;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return isReadTimeout(error) || isUnavailable(code, message) ? 'database_unavailable' : undefined;
}

/** As `classifyDatabaseError` for a copy of an error, which has its code and message but not its class. */
export function classifyCopiedError({ code = '', message }: NodeJS.ErrnoException): DatabaseErrorCode | undefined {
  if (errorCodes.includes(code)) return code as DatabaseErrorCode;
  return classifySqlState(code) ?? (isUnavailable(code, message) ? 'database_unavailable' : undefined);
}

function isUnavailable(code: string, message: string): boolean {
  return unavailableCodes.has(code) || unavailableMessages.test(message);
}

/** Whether the database canceled the statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === statementTimeout;
}

function classifySqlState(code: string): DatabaseErrorCode | undefined {
  if (code === readOnlyTransaction) return 'database_read_only';
  if (code === diskFull) return 'database_full';
  if (code === statementTimeout) return 'database_busy';
  return unreachable.test(code) ? 'database_unavailable' : undefined;
}
