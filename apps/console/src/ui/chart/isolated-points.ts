/** Indexes of known values between unknown ones: no line leads to them, so they are drawn as dots. */
export function isolatedPoints(values: ArrayLike<number | null | undefined>): number[] {
  const isKnown = (index: number) => (values[index] ?? null) !== null;
  return Array.from(values, (_, index) => index).filter(
    (index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1),
  );
}
