import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createInMemoryForwarding, type ForwardingSettings } from '../adapters/in-memory/in-memory-forwarding.ts';
import { createForwardingCheck } from './forwarding-check.ts';

function given(settings: ForwardingSettings, mayEnable = true) {
  const logged: string[] = [];
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const { check } = createForwardingCheck({ forwarding: createInMemoryForwarding(settings), mayEnable, log });
  return { check, logged };
}

describe('the check of forwarding', () => {
  it('enables only the address families of the tunnel', async () => {
    const settings = { 4: false, 6: false, isWritable: true };
    const { check } = given(settings);
    expect(await check([])).toEqual({ ipv4: false, ipv6: false });
    expect(await check([4])).toEqual({ ipv4: true, ipv6: false });
    expect(await check([4, 6])).toEqual({ ipv4: true, ipv6: true });
  });

  it('reports what it may not enable, and logs it once', async () => {
    const { check, logged } = given({ 4: false, isWritable: false });
    expect(await check([4])).toEqual({ ipv4: false, ipv6: undefined });
    expect(await check([4])).toEqual({ ipv4: false, ipv6: undefined });
    expect(logged).toEqual(['IP forwarding is off and could not be enabled']);
  });

  it('changes nothing if it must not', async () => {
    const settings = { 4: false, isWritable: true };
    const { check, logged } = given(settings, false);
    expect(await check([4])).toEqual({ ipv4: false, ipv6: undefined });
    expect(logged).toEqual(['IP forwarding is off, so devices reach nothing behind this gateway']);
  });

  it('reports later changes without undoing them', async () => {
    const settings = { 4: true, isWritable: true };
    const { check } = given(settings);
    await check([4]);
    settings[4] = false;
    expect(await check([4])).toEqual({ ipv4: false, ipv6: undefined });
    expect(settings[4]).toBe(false);
  });
});
