import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  formatTotals,
  playwrightFailures,
  playwrightTotals,
  sum,
  vitestFailures,
  vitestTotals,
} from './test-totals.mjs';

const folder = mkdtempSync(join(tmpdir(), 'totals-'));
afterAll(() => rmSync(folder, { recursive: true }));

let reports = 0;
function report(content: object): string {
  const file = join(folder, `${++reports}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('the totals of a run', () => {
  it('count passed and failed tests', () => {
    const file = report({ numPassedTests: 7, numTotalTests: 9, testResults: [] });
    expect(vitestTotals(file, 1)).toEqual({ passed: 7, failed: 2 });
    expect(playwrightTotals(report({ stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 0 } }), 1)).toEqual({
      passed: 3,
      failed: 1,
    });
  });

  it('count a skipped or flaky test as failed', () => {
    expect(vitestTotals(report({ numPassedTests: 1, numTotalTests: 2, testResults: [] }), 0).failed).toBe(1);
    const stats = { expected: 1, unexpected: 0, flaky: 1, skipped: 1 };
    expect(playwrightTotals(report({ stats }), 0).failed).toBe(2);
  });

  it('count a file that could not be loaded', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    expect(vitestTotals(report({ numPassedTests: 4, numTotalTests: 4, testResults }), 1)).toEqual({
      passed: 4,
      failed: 1,
    });
  });

  it('contain a failure when no test ran, the report is missing, or the runner failed', () => {
    expect(vitestTotals(report({ numPassedTests: 0, numTotalTests: 0, testResults: [] }), 0).failed).toBe(1);
    expect(playwrightTotals(join(folder, 'never-written.json'), 0).failed).toBe(1);
    expect(vitestTotals(report({ numPassedTests: 4, numTotalTests: 4, testResults: [] }), 1).failed).toBe(1);
  });

  it('are formatted as one line', () => {
    const all = [
      { passed: 120, failed: 0 },
      { passed: 3, failed: 1 },
    ];
    expect(formatTotals(sum(all))).toBe('123 passed, 1 failed');
  });
});

describe('the failures of a run', () => {
  it('name the test and the reason for each test of Vitest that did not pass, and each file that could not be loaded', () => {
    const testResults = [
      {
        name: join(process.cwd(), 'apps/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'a list is sorted', status: 'passed', failureMessages: [] },
          { fullName: 'a list is short', status: 'failed', failureMessages: ['Error: too long\n    at a.test.ts:3'] },
          { fullName: 'a list is empty', status: 'skipped', failureMessages: [] },
        ],
      },
      { name: join(process.cwd(), 'apps/b.test.ts'), status: 'failed', message: 'no module', assertionResults: [] },
    ];
    expect(vitestFailures(report({ testResults }))).toEqual([
      'apps/a.test.ts › a list is short: Error: too long',
      'apps/a.test.ts › a list is empty: skipped',
      'apps/b.test.ts: no module',
    ]);
  });

  it('name each test of Playwright that did not pass, in nested groups too', () => {
    const file = 'users.spec.ts';
    const suites = [
      {
        specs: [{ title: 'adds a user', file, ok: true }],
        suites: [{ specs: [{ title: 'removes a user', file, ok: false }] }],
      },
    ];
    expect(playwrightFailures(report({ suites }))).toEqual(['users.spec.ts › removes a user']);
  });

  it('are none without a report', () => {
    const missing = join(folder, 'never-written.json');
    expect([...vitestFailures(missing), ...playwrightFailures(missing)]).toEqual([]);
  });
});
