/**
 * Widths of the window in pixels at which the layout changes: a phone is below `tablet`, the sidebar is shown from
 * `desktop` on; a list may need `large` for all columns. Style sheets have the same limits as `@media (width < 48em)`, `(width < 62em)` and `(width < 75em)`.
 */
export const breakpoints = { tablet: 768, desktop: 992, wide: 1200, large: 1440 } as const;

const pixelsPerEm = 16;
export const em = (pixels: number) => `${pixels / pixelsPerEm}em`;

/** Media queries for `useMediaQuery`. */
export const screens = {
  phone: `(width < ${em(breakpoints.tablet)})`,
  belowDesktop: `(width < ${em(breakpoints.desktop)})`,
  belowWide: `(width < ${em(breakpoints.wide)})`,
  belowLarge: `(width < ${em(breakpoints.large)})`,
} as const;
