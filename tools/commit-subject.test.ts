import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSubjectProblems } from './commit-subject.mjs';
import { at } from './workspace.mjs';

describe('findSubjectProblems', () => {
  it.each([
    'feat(acl): expire rules on their date',
    'fix: add the missing index',
    'feat(auth-keys): show, copy and download the text of a key',
    'refactor(auth-keys)!: remove the old format',
    'Merge branch "feature"',
    'Revert "feat(acl): expire rules on their date"',
    `docs: add ${'x'.repeat(62)}`,
  ])('accepts "%s"', (subject) => {
    expect(findSubjectProblems(subject)).toEqual([]);
  });

  it.each([
    ['expire rules on their date', /must have the form/],
    ['feat(acl) expire rules', /must have the form/],
    ['feature(acl): add rules', /not one of the types/],
    ['feat(acl): added rules', /"added" is not an imperative verb/],
    ['feat(acl): rules that expire', /"rules" is not an imperative verb/],
    ['feat(acl): add rules.', /full stop/],
    [`docs: add ${'x'.repeat(63)}`, /73 characters/],
  ])('rejects "%s"', (subject, reason) => {
    expect(findSubjectProblems(subject)).toEqual([expect.stringMatching(reason)]);
  });
});

describe('the commit-msg hook', () => {
  it.each([
    ['feat(acl): expire rules on their date\n\nWhy.\n', 0],
    ['# a comment of an editor\nno subject\n', 1],
  ])('checks the first line that is not a comment: %j', async (message, exitCode) => {
    const folder = await mkdtemp(join(tmpdir(), 'gatewarden-hook-'));
    writeFileSync(join(folder, 'message'), message);
    expect(exitCodeOf(at('tools/hooks/commit-msg'), [join(folder, 'message')])).toBe(exitCode);
    await rm(folder, { recursive: true });
  });
});

function exitCodeOf(program: string, args: string[]): number {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return 0;
  } catch (error) {
    return (error as { status: number }).status;
  }
}
