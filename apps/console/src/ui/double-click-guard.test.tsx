import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DoubleClickGuard } from './double-click-guard.ts';

/** Simulates the n-th of several clicks at the same place. */
function click(element: HTMLElement, nth: number): void {
  fireEvent.mouseDown(element, { detail: nth });
  fireEvent.mouseUp(element, { detail: nth });
  fireEvent.click(element, { detail: nth });
}

/** Replaces the button of the chosen step with that of the other one, at the same place. */
function Steps() {
  const [step, setStep] = useState('password');
  const other = step === 'password' ? 'code' : 'password';
  return (
    <>
      <DoubleClickGuard />
      <output>{step}</output>
      <button key={other} type="button" onClick={() => setStep(other)}>
        Use {other}
      </button>
    </>
  );
}

it('ignores the second click of a double click on a new control, but no later click', () => {
  render(<Steps />);
  click(screen.getByRole('button', { name: 'Use code' }), 1);
  click(screen.getByRole('button', { name: 'Use password' }), 2);
  click(screen.getByRole('button', { name: 'Use password' }), 3);
  expect(screen.getByRole('status')).toHaveTextContent('code');
  click(screen.getByRole('button', { name: 'Use password' }), 1);
  expect(screen.getByRole('status')).toHaveTextContent('password');
});

it('does not move the focus with the second press on a new control', () => {
  render(<Steps />);
  click(screen.getByRole('button', { name: 'Use code' }), 1);
  const press = (detail: number) =>
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Use password' }), { detail });
  // false: the default, which moves the focus, was prevented
  expect([press(2), press(1)]).toEqual([false, true]);
});

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <>
      <DoubleClickGuard />
      <button type="button" onClick={() => setCount(count + 1)}>
        <span key={count}>{count}</span>
      </button>
      <label>
        <input type="checkbox" />
        Later
      </label>
    </>
  );
}

it('accepts several fast clicks on one control', () => {
  render(<Counter />);
  click(screen.getByText('0'), 1);
  click(screen.getByText('1'), 2);
  expect(screen.getByRole('button', { name: '2' })).toBeVisible();
  click(screen.getByText('Later'), 1);
  expect(screen.getByRole('checkbox')).toBeChecked();
  click(screen.getByText('Later'), 2);
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});
