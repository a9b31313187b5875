import { describe, expect, it } from 'vitest';
import { parseDns } from './parse-dns.ts';

describe('parseDns', () => {
  it('separates servers from search domains', () => {
    expect(parseDns('10.1.0.1, fd00::1,corp.example Lab.Example.')).toEqual({
      servers: ['10.1.0.1', 'fd00::1'],
      domains: ['corp.example', 'lab.example'],
    });
  });

  it('leaves out the root, which would redirect all names, and what is neither', () => {
    const text =
      '., ~., ~corp.example, -x.example, 10.1.0, 10.1.0.300, a..b, $(id), --set, x\n\u2028y, 10.1.0.1, 10.1.0.1';
    expect(parseDns(text)).toEqual({ servers: ['10.1.0.1'], domains: ['x', 'y'] });
  });

  it('reads a limited number of entries', () => {
    expect(parseDns(Array.from({ length: 500 }, (_, nth) => `d${nth}.example`).join(',')).domains).toHaveLength(32);
  });
});
