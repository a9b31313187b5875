import { describe, expect, it } from 'vitest';
import { suggestNetwork } from './suggest-network.ts';

describe('suggestNetwork', () => {
  it('returns 10.1.0.0/24 for the first location', () => {
    expect(suggestNetwork([])).toEqual({ gateway: '10.1.0.1/24', network: '10.1.0.0/24' });
  });

  it('returns the next network that does not overlap', () => {
    expect(suggestNetwork(['10.1.0.1/24', '10.2.0.0/15'])?.network).toBe('10.4.0.0/24');
  });

  it('ignores IPv6 networks and default routes', () => {
    expect(suggestNetwork(['fd00::1/64', '0.0.0.0/0', '::/0'])?.network).toBe('10.1.0.0/24');
  });

  it('ignores invalid networks', () => {
    expect(suggestNetwork(['somewhere'])?.network).toBe('10.1.0.0/24');
  });

  it('returns undefined when all of 10.0.0.0/8 is taken', () => {
    expect(suggestNetwork(['10.0.0.0/8'])).toBeUndefined();
  });
});
