import { spotlight } from '@mantine/spotlight';

/** Opens the command palette from a button. */
export function openPalette(): void {
  spotlight.open();
}
