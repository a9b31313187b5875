import { randomInt } from 'node:crypto';

/**
 * When a gateway is asked what it has configured, and what follows from the answer. `due`: with the next reading of the
 * state comes the digest to compare with. `ready`: the gateway holds the state of that digest and can be asked.
 * `awaited`: it was asked.
 */
export interface ContentCheck {
  isDue(): boolean;
  isReady(): boolean;
  isAwaited(): boolean;
  /** The next state that is sent must be the whole one, because the gateway has something else configured. */
  needsRepair(): boolean;
  /** As soon as possible. Does nothing for agents that cannot answer. */
  request(): void;
  /** The gateway holds the state with that digest now. */
  expect(digest: string | undefined): void;
  /** The gateway is asked now. */
  ask(): void;
  /** Whether it is what was expected. A first difference is repaired immediately, a lasting one when the next check is due. */
  checkAnswer(digest: string | undefined): boolean;
  /** There is nothing to compare for now: the gateway has reported what it could not apply. */
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
/** Spread, so that the gateways of a location are not all compared at the same moment. */
const [shortestMilliseconds, longestMilliseconds] = [50_000, 70_000];

export function createContentCheck({ isSupported, onDue, onTimeout }: Options): ContentCheck {
  let stage: 'idle' | 'due' | 'ready' | 'awaited' = isSupported ? 'due' : 'idle';
  let expected: string | undefined;
  let hasDrifted = false;
  let timer: NodeJS.Timeout | undefined;

  function rest(): void {
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
      rest();
      if (isFirst) request();
      return isExpected;
    },
    postpone() {
      hasDrifted = false;
      rest();
    },
    stop: () => clearTimeout(timer),
  };
}
