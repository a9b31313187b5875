import { rowHeightPixels } from '../theme/tokens.ts';
import type { ListProps } from './list-props.ts';

/** Estimated height of a card that is not rendered. */
export function cardHeightPixels({ phone, columns }: Pick<ListProps<never>, 'phone' | 'columns'>): number {
  return rowHeightPixels * (phone ? phoneRowHeights : columns.length);
}

/** A row of two lines, relative to a row of a table. */
const phoneRowHeights = 1.5;
