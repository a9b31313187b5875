import type { ReactNode } from 'react';

/**
 * Imported by Mantine in place of the package `react-remove-scroll` (vite.config.ts), which would be loaded with every
 * page and never used: a style sheet prevents scrolling behind a dialog, see `overlay` in `theme.ts`.
 */
export function RemoveScroll({ children }: { children: ReactNode }) {
  return <div>{children}</div>;
}

/** Classes that make up for the width of a hidden scroll bar: none is hidden. */
RemoveScroll.classNames = { fullWidth: '', zeroRight: '' } as const;
