import { rowHeightPixels } from '../theme/tokens.ts';

/** Estimated height of a card that is not rendered. */
export function cardHeightPixels(columnCount: number): number {
  return rowHeightPixels * columnCount;
}
