import { expect, it } from 'vitest';
import { deviceFormOf } from './device-form.ts';

it.each([
  ['Ada’s iPhone', 'phone'],
  ['Galaxy S24', 'phone'],
  ['Telefon służbowy', 'phone'],
  ['업무용 휴대폰', 'phone'],
  ['Ada’s Android phone', 'phone'],
  ['Galaxy Tab S9', 'tablet'],
  ['iPad 2', 'tablet'],
  ['Build server', 'server'],
  ['Home desktop', 'desktop'],
  ['MacBook Pro', 'laptop'],
  ['Framework 13', 'laptop'],
])('takes “%s” for a %s', (name, form) => {
  expect(deviceFormOf(name)).toBe(form);
});
