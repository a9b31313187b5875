import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useShownTab } from './use-shown-tab.ts';

function Tabs({ active }: { active: string }) {
  return (
    <nav ref={useShownTab('[aria-current]', active)}>
      {['General', 'Mail', 'Traffic'].map((name) => (
        <a key={name} href={`/${name}`} aria-current={name === active ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

it('centers the active tab when it appears and when another one becomes active', () => {
  // 100 wide each, in a window of 150
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const nav = screen.getByRole('navigation');
    if (this === nav) return new DOMRect(0, 0, 150, 40);
    return new DOMRect([...nav.children].indexOf(this) * 100 - nav.scrollLeft, 0, 100, 40);
  });
  const { rerender } = render(<Tabs active="Traffic" />);
  const nav = screen.getByRole('navigation');
  expect(nav.scrollLeft).toBe(175);
  rerender(<Tabs active="Mail" />);
  expect(nav.scrollLeft).toBe(75);
});
