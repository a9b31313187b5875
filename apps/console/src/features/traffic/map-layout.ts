/** Position in percent of the width and height of a cluster, from the top left. */
export interface Place {
  x: number;
  y: number;
}

export const center: Place = { x: 50, y: 50 };
/** Gateways are side by side above the location, far enough apart not to touch in the narrowest cluster. */
const gatewayRow = { y: 20, step: 13.5 };
/** Radii in percent: clusters are wider than high. */
const personRadius = { x: 36, y: 37 };
/** Degrees, clockwise from the right: people are beside and below the location. */
const personArc = { from: -38, to: 218 };

/** Places of the gateways of a location, from left to right. */
export function gatewayPlaces(count: number): Place[] {
  const { y, step } = gatewayRow;
  return Array.from({ length: count }, (_, index) => ({ x: center.x + (index - (count - 1) / 2) * step, y }));
}

/** Places of connected people around a location, evenly on an arc that leaves the gateways free. */
export function personPlaces(count: number): Place[] {
  return spread(count, personArc).map((degrees) => placeAt(degrees, personRadius));
}

/** Centers of `count` equal parts of the arc. */
function spread(count: number, { from, to }: { from: number; to: number }): number[] {
  const part = (to - from) / count;
  return Array.from({ length: count }, (_, index) => from + part * (index + 0.5));
}

function placeAt(degrees: number, radius: Place): Place {
  const radians = (degrees * Math.PI) / 180;
  return { x: center.x + radius.x * Math.cos(radians), y: center.y + radius.y * Math.sin(radians) };
}

const thinnest = 1.5;
const thickest = 7;
/** Lines grow with the order of magnitude up to 100 Mbit/s. */
const fullBits = 100_000_000;

/** Width of a line in pixels. Comparable between locations: it depends on the throughput only. */
export function lineWidth(bitsPerSecond: number): number {
  const share = Math.log10(1 + bitsPerSecond / 1_000) / Math.log10(1 + fullBits / 1_000);
  return thinnest + (thickest - thinnest) * Math.min(share, 1);
}
