/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').Reporter} Reporter */

const reportAfterMinutes = 2;

/**
 * Reporter for Vitest: once a minute it names the files and tests that have been running for more than 2 minutes, so
 * that the output of a run that is stopped shows what it was waiting for.
 * @implements {Reporter}
 */
export default class LongRunningTests {
  /** @type {Map<TestCase | TestModule, number>} start times of what is running */
  #startedAt = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  onTestRunStart() {
    this.#timer = setInterval(() => this.#report(), 60_000);
    this.#timer.unref();
  }

  /** @param {TestModule} file */
  onTestModuleStart(file) {
    this.#startedAt.set(file, performance.now());
  }

  /** @param {TestModule} file */
  onTestModuleEnd(file) {
    this.#startedAt.delete(file);
  }

  /** @param {TestCase} test */
  onTestCaseReady(test) {
    this.#startedAt.set(test, performance.now());
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    this.#startedAt.delete(test);
    if (test.result().state === 'failed') console.log(`failed so far: ${nameOf(test)}`);
  }

  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  #report() {
    const now = performance.now();
    for (const [entity, startedAt] of this.#startedAt) {
      const minutes = Math.floor((now - startedAt) / 60_000);
      if (minutes >= reportAfterMinutes) console.log(`running for ${minutes} minutes: ${nameOf(entity)}`);
    }
  }
}

/** @param {TestCase | TestModule} entity */
function nameOf(entity) {
  return entity.type === 'module' ? entity.relativeModuleId : `${entity.module.relativeModuleId} > ${entity.fullName}`;
}
