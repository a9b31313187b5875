const side = 100;

/**
 * SVG path of a line in a square of 100 units, from zero at the bottom to `peak` at the top. An unknown value
 * interrupts the line; an isolated value is a dot.
 */
export function sparklinePath(values: readonly (number | null)[], peak: number): string {
  const step = side / Math.max(values.length - 1, 1);
  const pieces = values.map((value, index) => {
    if (value === null) return '';
    const place = `${round(index * step)} ${round(side - (value / peak) * side)}`;
    const continues = index > 0 && values[index - 1] !== null;
    const alone = !continues && (values[index + 1] ?? null) === null;
    return `${continues ? 'L' : 'M'}${place}${alone ? 'h0' : ''}`;
  });
  return pieces.join('');
}

function round(units: number): number {
  return Math.round(units * 10) / 10;
}
