import { randomInt } from 'node:crypto';

/**
 * Schedules when a gateway is asked what it has configured, and evaluates the answer. `due`: the next read of the state
 * includes the digest to compare with. `ready`: the gateway holds the state of that digest and can be asked.
 * `awaited`: it was asked and has not answered.
 */
export interface ContentCheck {
  isDue(): boolean;
  isReady(): boolean;
  isAwaited(): boolean;
  /** The configuration differs from the state, so the next state that is sent must be the full one. */
  needsRepair(): boolean;
  /** Makes a check due now. Does nothing for agents that cannot answer. */
  request(): void;
  /** Records that the gateway now holds the state with this digest. */
  expect(digest: string | undefined): void;
  /** Records that the gateway is asked now. */
  ask(): void;
  /**
   * Returns whether the digest is the expected one. A first difference is repaired immediately, a lasting one at the
   * next check.
   */
  checkAnswer(digest: string | undefined): boolean;
  /** Skips this check: the gateway has reported what it could not apply, so a difference is expected. */
  postpone(): void;
  stop(): void;
}

interface Options {
  readonly isSupported: boolean;
  /** Called when the next check is due. */
  readonly onDue: () => void;
  /** Called when the gateway does not answer. */
  readonly onTimeout: () => void;
}

const answerMilliseconds = 30_000;
/** Random within this range, so that the gateways of a location are not all checked at the same time. */
const [shortestMilliseconds, longestMilliseconds] = [50_000, 70_000];

export function createContentCheck({ isSupported, onDue, onTimeout }: Options): ContentCheck {
  let stage: 'idle' | 'due' | 'ready' | 'awaited' = isSupported ? 'due' : 'idle';
  let expected: string | undefined;
  let hasDrifted = false;
  let timer: NodeJS.Timeout | undefined;

  function scheduleNext(): void {
    stage = 'idle';
    clearTimeout(timer);
    if (isSupported) timer = setTimeout(request, randomInt(shortestMilliseconds, longestMilliseconds));
  }

  function request(): void {
    if (!isSupported || stage === 'awaited') return;
    clearTimeout(timer);
    stage = 'due';
    onDue();
  }

  return {
    isDue: () => stage === 'due',
    isReady: () => stage === 'ready',
    isAwaited: () => stage === 'awaited',
    needsRepair: () => hasDrifted && stage === 'due',
    request,
    expect(digest) {
      if (stage !== 'due' || digest === undefined) return;
      expected = digest;
      stage = 'ready';
    },
    ask() {
      stage = 'awaited';
      timer = setTimeout(onTimeout, answerMilliseconds);
    },
    checkAnswer(digest) {
      const isExpected = digest === expected;
      const isFirst = !isExpected && !hasDrifted;
      hasDrifted = !isExpected;
      scheduleNext();
      if (isFirst) request();
      return isExpected;
    },
    postpone() {
      hasDrifted = false;
      scheduleNext();
    },
    stop: () => clearTimeout(timer),
  };
}
