import { localStorageColorSchemeManager } from '@mantine/core';

/** Where the reader's choice is kept; `public/color-scheme.js` reads it before the first paint. */
const colorSchemeKey = 'gatewarden.color-scheme';
export const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeKey });
