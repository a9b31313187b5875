import { DomainError } from '@gatewarden/contract/errors';
import pg from 'pg';
import { expect, it } from 'vitest';
import { classifyCopiedError, classifyDatabaseError } from './classify-database-error.ts';

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('failed', 6, 'error'), { code });
}

const cases: [Error, ReturnType<typeof classifyDatabaseError>][] = [
  [databaseError('57P01'), 'database_unavailable'],
  [databaseError('53100'), 'database_full'],
  [databaseError('25006'), 'database_read_only'],
  [databaseError('23505'), undefined],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'database_unavailable'],
  [new Error('Connection terminated unexpectedly'), 'database_unavailable'],
  [new DomainError('database_unavailable'), 'database_unavailable'],
  [new Error('other'), undefined],
];

it.each(cases)('tells errors of the database from those of statements: %s', (error, expected) => {
  expect(classifyDatabaseError(error)).toBe(expected);
});

it.each(cases)('recognizes a copy without its class: %s', (error, expected) => {
  expect(classifyCopiedError({ ...error, message: error.message })).toBe(expected);
});
