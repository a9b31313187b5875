import { describe, expect, it } from 'vitest';
import { suggestNetwork } from './suggest-network.ts';

describe('the network suggested for a new location', () => {
  it('is 10.1.0.0/24 for the first one', () => {
    expect(suggestNetwork([])).toEqual({ gateway: '10.1.0.1/24', network: '10.1.0.0/24' });
  });

  it('is the next that no other location touches', () => {
    expect(suggestNetwork(['10.1.0.1/24', '10.2.0.0/15'])?.network).toBe('10.4.0.0/24');
  });

  it('minds neither IPv6 nor a default route', () => {
    expect(suggestNetwork(['fd00::1/64', '0.0.0.0/0', '::/0'])?.network).toBe('10.1.0.0/24');
  });

  it('minds nothing that is no network', () => {
    expect(suggestNetwork(['somewhere'])?.network).toBe('10.1.0.0/24');
  });

  it('is missing once all of 10.0.0.0/8 is taken', () => {
    expect(suggestNetwork(['10.0.0.0/8'])).toBeUndefined();
  });
});
