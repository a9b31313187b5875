import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

it.each([
  ['Emma Walker', 'EW'],
  ['Anna Maria Stępień', 'AS'],
  ['emma.walker', 'EW'],
  ['김 민준', '김민'],
  ['최수빈', '최'],
  ['warsaw', 'W'],
  ['  ', ''],
  ['👩 Station', '👩S'],
])('shows the initials of %j as %j', (name, initials) => {
  const { container } = render(<Avatar name={name} />);
  expect(container).toHaveTextContent(new RegExp(`^${initials}$`, 'u'));
});
