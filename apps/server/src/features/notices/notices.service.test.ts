import type { NoticeKind } from '@gatewarden/contract/notices';
import { expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import type { FindNotice } from '../feature.ts';
import { createNoticesService } from './notices.service.ts';

function givenNotices(providers: Partial<Record<NoticeKind, FindNotice>>) {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  return { notices: createNoticesService({ log, findProvider: (kind) => providers[kind] }), lines };
}

it('lists the current conditions in the order of the contract', async () => {
  const since = new Date('2030-01-01T00:00:00Z');
  let isReadOnly = true;
  const { notices } = givenNotices({
    database_full: async () => ({ since, details: { percent: 100 } }),
    database_read_only: async () => (isReadOnly ? { since: null } : undefined),
  });
  expect(await notices.list()).toEqual([
    { kind: 'database_read_only', since: null },
    { kind: 'database_full', since, details: { percent: 100 } },
  ]);
  isReadOnly = false;
  expect((await notices.list()).map(({ kind }) => kind)).toEqual(['database_full']);
});

it('lists the others if one cannot be determined, and logs the failure', async () => {
  const { notices, lines } = givenNotices({
    database_full: async () => {
      throw new Error('no route to the database');
    },
    database_read_only: async () => ({ since: null }),
  });
  expect((await notices.list()).map(({ kind }) => kind)).toEqual(['database_read_only']);
  expect(lines.join('')).toMatch(/database_full.*no route to the database|no route to the database.*database_full/);
});
