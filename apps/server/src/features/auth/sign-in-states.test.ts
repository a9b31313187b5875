import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type BrowserState, minutesAfter, nextState, type SignInStep, stateOf, transitions } from './sign-in-states.ts';

const states: readonly BrowserState[] = ['none', 'password', 'complete', 'proved'];
const steps = Object.keys(transitions) as SignInStep[];

it('completes a sign-in only by a first step without a second factor or by a second factor', () => {
  const opening = steps.filter((step) =>
    (['none', 'password'] as const).some((from) => ['complete', 'proved'].includes(nextState(step, from) ?? from)),
  );
  expect(opening).toEqual([
    'passwordAccepted',
    'passkeyAccepted',
    'externalAccepted',
    'setupCompleted',
    'secondFactorAccepted',
  ]);
  expect(nextState('secondFactorAccepted', 'none')).toBeUndefined();
});

it('begins a session in the same state for any former session of the browser', () => {
  const first = steps.filter((step) => nextState(step, 'none') !== undefined);
  for (const step of first) expect(new Set(Object.values(transitions[step])).size).toBe(1);
});

it('has the same transitions for complete and proved sessions, which are stored alike', () => {
  expect(steps.map((step) => nextState(step, 'complete'))).toEqual(steps.map((step) => nextState(step, 'proved')));
});

const provedAt = new Date('2030-01-01T12:00:00Z');

it.each([
  ['is proved until the minutes have passed', 'complete', 15, 14.9, 'proved'],
  ['is complete after the minutes have passed', 'complete', 15, 15, 'complete'],
  ['is always proved if re-authentication is off', 'complete', 0, 10_000, 'proved'],
  ['tolerates a clock that is a minute behind', 'complete', 15, -0.9, 'proved'],
  ['is not proved by a proof in the future', 'complete', 15, -1.1, 'complete'],
  ['waits for the second factor, even with a recent password', 'password', 0, 0, 'password'],
] as const)('%s', (_, state, proofMinutes, minutes, expected) => {
  expect(stateOf({ state, proved_at: provedAt }, proofMinutes, minutesAfter(provedAt, minutes))).toBe(expected);
});

/** Formatted as in `docs/sign-in.md`. */
function formatTransitions(): string {
  const rows = steps.map((step) => [step, ...states.map((from) => nextState(step, from) ?? '–')]);
  const lines = [['step', ...states.map((from) => `from ${from}`)], states.map(() => '---').concat('---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

it('is documented in docs/sign-in.md', async () => {
  const page = await readFile(new URL('../../../../../docs/sign-in.md', import.meta.url), 'utf8');
  expect(page).toContain(formatTransitions());
});
