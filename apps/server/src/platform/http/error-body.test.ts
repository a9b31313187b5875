import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import { describeFailure } from './error-body.ts';

it('sets Retry-After in whole seconds for temporary errors', () => {
  const headersOf = (error: unknown) => describeFailure(error).headers;
  expect(headersOf(new DomainError('rate_limited', { retry_after_seconds: 7.2 }))).toEqual({ 'retry-after': '8' });
  expect(headersOf(new DomainError('database_unavailable', { retry_after_seconds: 0 }))).toEqual({
    'retry-after': '1',
  });
  expect(headersOf(new DomainError('rate_limited'))).toEqual({ 'retry-after': '5' });
  expect(headersOf(new DomainError('login_locked'))).toEqual({ 'retry-after': '5' });
  expect(headersOf(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toEqual({ 'retry-after': '5' });
  expect(headersOf(new DomainError('user_not_found', { retry_after_seconds: 9 }))).toEqual({});
  expect(headersOf(new Error('a bug'))).toEqual({});
});

it('sets no Retry-After for errors that only an administrator can resolve', () => {
  const failure = describeFailure(new DomainError('smtp_not_configured'), { smtp_not_configured: 503 });
  expect([failure.status, failure.headers]).toEqual([503, {}]);
});

it('uses the error status that an endpoint overrides', () => {
  expect(describeFailure(new DomainError('user_not_found'), { user_not_found: 503 }).headers).toEqual({
    'retry-after': '5',
  });
});
