import { describe, expect, it } from 'vitest';
import { center, gatewayPlaces, lineWidth, personPlaces } from './map-layout.ts';

/** 15 and 1.75 rem. */
const clusterPixels = 240;
const gatewayPixels = 28;

describe('places', () => {
  it('has gateways above the location, from left to right', () => {
    const places = gatewayPlaces(3);
    expect(places.every(({ y }) => y < center.y)).toBe(true);
    expect(places[1]?.x).toBe(center.x);
    expect(places.map(({ x }) => x)).toEqual(places.map(({ x }) => x).toSorted((one, other) => one - other));
  });

  it.each([1, 2, 9])('has %d people within the cluster, apart from each other and from the gateways', (count) => {
    const places = personPlaces(count);
    for (const { x, y } of places) {
      expect(Math.min(x, y, 100 - x, 100 - y)).toBeGreaterThan(8);
    }
    const all = [...places, ...gatewayPlaces(4)];
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) {
        expect(Math.hypot((one.x - other.x) * 2.8, (one.y - other.y) * 2.2)).toBeGreaterThan(20);
      }
    }
  });
});

it('keeps four gateways apart in the narrowest cluster', () => {
  const [one, other] = gatewayPlaces(4).map(({ x }) => (x / 100) * clusterPixels);
  expect((other ?? 0) - (one ?? 0)).toBeGreaterThan(gatewayPixels);
});

describe('lineWidth', () => {
  it('grows with the throughput between two bounds', () => {
    const widths = [0, 1_000, 1_000_000, 100_000_000, 10 ** 12].map(lineWidth);
    expect(widths).toEqual(widths.toSorted((one, other) => one - other));
    expect(widths[0]).toBe(1.5);
    expect(widths.at(-1)).toBe(7);
  });
});
