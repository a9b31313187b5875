import { describe, expect, it } from 'vitest';
import { deviceNameFor } from './device-name.ts';

describe('deviceNameFor', () => {
  it('numbers the name of the machine if the person has a device with it', () => {
    expect(deviceNameFor('laptop', [], undefined)).toBe('laptop');
    expect(deviceNameFor('laptop', ['Laptop', 'laptop-2'], undefined)).toBe('laptop-3');
  });

  it('does not change a chosen name', () => {
    expect(deviceNameFor('work', ['laptop'], 'work')).toBe('work');
    expect(() => deviceNameFor('work', ['Work'], 'work')).toThrow('choose another name with --name');
  });

  it('remains short enough for core', () => {
    expect(deviceNameFor('x'.repeat(300), ['x'.repeat(122)], undefined)).toBe(`${'x'.repeat(122)}-2`);
  });
});
