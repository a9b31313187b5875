import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {{ passed: number, failed: number }} Totals */
/** @typedef {{ title: string, file: string, ok: boolean }} Spec */
/** @typedef {{ suites?: Suite[], specs: Spec[] }} Suite */

/**
 * The totals in the JSON report of Vitest. Skipped tests count as failed, because they would not be noticed; so do a
 * file that could not be loaded and a run that failed without a failed test.
 * @param {string} file
 * @param {number} code the runner's exit code
 * @returns {Totals}
 */
export function vitestTotals(file, code) {
  /** @type {{ numPassedTests: number, numTotalTests: number, testResults: { status: string, assertionResults: unknown[] }[] } | undefined} */
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const unloadable = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  const failed = report.numTotalTests - report.numPassedTests + unloadable.length;
  return normalizeTotals({ passed: report.numPassedTests, failed }, code);
}

/**
 * The totals in the JSON report of Playwright, by the same rules.
 * @param {string} file
 * @param {number} code
 * @returns {Totals}
 */
export function playwrightTotals(file, code) {
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } } | undefined} */
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return normalizeTotals({ passed: expected, failed: unexpected + flaky + skipped }, code);
}

/**
 * The tests that did not pass in the JSON report of Vitest, and the files that could not be loaded, with the first line
 * of each message. Empty without a report.
 * @param {string} file
 * @returns {string[]}
 */
export function vitestFailures(file) {
  /** @type {{ testResults: { name: string, status: string, message?: string, assertionResults: { fullName: string, status: string, failureMessages?: string[] }[] }[] } | undefined} */
  const report = readReport(file);
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(process.cwd(), name);
    if (status === 'failed' && assertionResults.length === 0) return [`${path}: ${firstLine(message)}`];
    return assertionResults
      .filter((result) => result.status !== 'passed')
      .map(({ fullName, failureMessages }) => `${path} › ${fullName}: ${firstLine(failureMessages?.[0])}`);
  });
}

/**
 * The tests that did not pass in the JSON report of Playwright. Empty without a report.
 * @param {string} file
 * @returns {string[]}
 */
export function playwrightFailures(file) {
  /** @type {{ suites: Suite[] } | undefined} */
  const report = readReport(file);
  return (report?.suites ?? []).flatMap(failedSpecs);
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failedSpecs({ specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`);
  return [...failed, ...suites.flatMap(failedSpecs)];
}

/** @param {string | undefined} message */
function firstLine(message) {
  return message?.split('\n', 1)[0] || 'skipped';
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * @param {Totals} totals
 * @param {number} code
 * @returns {Totals}
 */
function normalizeTotals({ passed, failed }, code) {
  const nothingRan = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || nothingRan) ? 1 : failed };
}

/**
 * @param {Totals[]} all
 * @returns {Totals}
 */
export function sum(all) {
  return all.reduce((total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

/** @param {Totals} totals */
export function formatTotals({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
