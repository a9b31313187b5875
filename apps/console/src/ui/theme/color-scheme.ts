import { localStorageColorSchemeManager } from '@mantine/core';

/** Storage key of the choice; `public/color-scheme.js` reads it before the first paint. */
const colorSchemeKey = 'gatewarden.color-scheme';
export const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeKey });
