import { describe, expect, it } from 'vitest';
import { type Role, roles, rowHeightPixels, sizes } from './tokens.ts';

/** WCAG 2.2, relative luminance of `#rrggbb`. */
function luminance(color: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const texts: Role[] = ['text', 'text-dim', 'accent-text', 'success-text', 'warning-text', 'danger-text', 'info-text'];
const backgrounds: Role[] = ['ground', 'canvas', 'surface', 'raised', 'hover', 'accent-soft'];
const controls: Role[] = ['button', 'button-hover'];
const soft: [Role, Role][] = [
  ['accent-text', 'accent-soft'],
  ['success-text', 'success-soft'],
  ['warning-text', 'warning-soft'],
  ['danger-text', 'danger-soft'],
  ['info-text', 'info-soft'],
  ['on-accent', 'accent'],
  ['text', 'accent-soft'],
  ['text', 'success-soft'],
  ['text', 'warning-soft'],
  ['text', 'danger-soft'],
  ['text', 'info-soft'],
];
const pairs = [
  ...texts.flatMap((text) => backgrounds.map((background): [Role, Role] => [text, background])),
  ...controls.map((control): [Role, Role] => ['text', control]),
  ...soft,
];

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it.each(pairs)('%s has enough contrast on %s', (text, background) => {
    expect(contrast(roles[scheme][text], roles[scheme][background])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['traffic-up', 'traffic-down'] as const)('%s has enough contrast with the page', (role) => {
    expect(contrast(roles[scheme][role], roles[scheme].canvas)).toBeGreaterThanOrEqual(3);
  });
});

describe('rowHeightPixels', () => {
  it('matches the row height of the style sheets', () => {
    expect(sizes['row-height']).toBe(`${rowHeightPixels / 16}rem`);
  });
});
