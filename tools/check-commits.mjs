import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findSubjectProblems } from './commit-subject.mjs';
import { root } from './workspace.mjs';

/** The last commit that was written before subjects were checked. */
const lastUnchecked = '36b7eee53c303bfe1a5180c61484b672cf69b534';

/**
 * Without an argument, as in CI: the subjects of all commits since `lastUnchecked`. With a file: the subject in it.
 * @param {string | undefined} messageFile
 * @returns {string[]}
 */
function readSubjects(messageFile) {
  if (messageFile !== undefined) return [readSubject(messageFile)];
  if (!isInside()) return [];
  return git('log', '--format=%s', `${lastUnchecked}..HEAD`).split('\n').filter(Boolean);
}

/** @param {string} file */
function readSubject(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
}

/** Returns false for a copy without history, such as an archive or a shallow clone. */
function isInside() {
  try {
    git('merge-base', '--is-ancestor', lastUnchecked, 'HEAD');
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

for (const subject of readSubjects(process.argv[2])) {
  const problems = findSubjectProblems(subject);
  if (problems.length === 0) continue;
  console.error([`Commit subject "${subject}":`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
  process.exitCode = 1;
}
